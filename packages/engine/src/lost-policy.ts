import type { Tier } from "./policy.js";
import type { Issue } from "@gatehouse-hooks/json";

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

/** What is lost by an error about a file or place: it is not known what it would have guarded. A warning costs nothing. */
export function lostTo(
  { severity, message, cure, path = "", line }: Issue,
  tier: Tier,
): readonly LostPolicy[] {
  if (severity !== "error") return [];
  const why = cure === undefined ? message : `${message}; cure: ${cure}`;
  return [{ file: path, events: "all gating", tier, why, ...(line === undefined ? {} : { line }) }];
}
