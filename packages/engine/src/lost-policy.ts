import type { Tier } from "./policy.js";

/**
 * A policy that should be in force and is not. Loaders and compilers report it with this, apart from the issues, which
 * are for people: the list is never cut, and no message has to be understood (SPEC, "Lost policies"). Plain JSON.
 */
export interface LostPolicy {
  /** The file, as shown; empty when there is none. */
  readonly file: string;
  /**
   * The events that the policy could have denied. `all gating` when they are not known; none when it could not have denied
   * anything.
   */
  readonly events: readonly string[] | "all gating";
  readonly tier: Tier;
  /** One sentence, without a full stop. */
  readonly why: string;
  /** 1-based. */
  readonly line?: number;
}
