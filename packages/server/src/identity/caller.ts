/**
 * What a caller may do: have events decided (`decide`), answer what a decision waits for (`answer`), approve calls as a person
 * (`approve`), read metrics (`metrics`).
 */
export type CallerRole = "decide" | "answer" | "approve" | "metrics";

export const CALLER_ROLES: readonly CallerRole[] = ["decide", "answer", "approve", "metrics"];

/** Who may ask a server: it is known by a token, or by the certificate of its connection. */
export interface Caller {
  /** For the audit trail and the metrics. */
  readonly name: string;
  readonly roles: readonly CallerRole[];
  /** SHA-256 of its bearer token, in lower-case hex. The token itself is kept nowhere. */
  readonly tokenSha256?: string;
  /** SHA-256 of its certificate, in lower-case hex without colons. */
  readonly certificateSha256?: string;
}

/** A caller that was recognised. */
export interface Identity {
  readonly tenant: string;
  readonly caller: string;
  readonly roles: ReadonlySet<CallerRole>;
}
