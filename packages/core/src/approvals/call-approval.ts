import { callHash } from "@gatehouse-hooks/cache";
import { readEvent } from "@gatehouse-hooks/engine";

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

/** Remembers which approvals were used. */
export interface UsedApprovals {
  /**
   * Marks an approval as used.
   *
   * @param expires milliseconds since 1970; afterwards it may be forgotten
   * @returns false where it was used before, or that is not known
   */
  use(id: string, expires: number): boolean | Promise<boolean>;
}

/** How approvals are checked. */
export interface ApprovalCheck {
  /** What approvals are sealed with (`approve`); with it one that is not sealed does not count. At least 16 characters. */
  readonly key?: string;
  /** Default: in memory. Several processes need one that they share. */
  readonly used?: UsedApprovals;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * SHA-256, in hex, of what a call is (`callHash`), as the engine reads its event.
 *
 * @throws TypeError for what is not an event
 */
export function callKey(event: unknown): string {
  const read = readEvent(event);
  if (read.kind === "refused") throw new TypeError(`not an event: ${read.issue.message}`);
  return callHash(read.event);
}
