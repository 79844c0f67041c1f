/** A person's yes to one call: plain JSON, so that it may be given in another process. */
export interface CallApproval {
  /** Tells it from other data. */
  readonly kind: "approval";
  /** 128 random bits, in hex: it counts once. */
  readonly id: string;
  /** SHA-256 of what the call is, in hex (`callHash`). */
  readonly call: string;
  /** The policy that asked. */
  readonly policy: string | null;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** HMAC-SHA-256 of the rest, in hex; absent where no key is given. */
  readonly seal?: string;
}
