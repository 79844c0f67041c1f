import type { Decision, Effect, Policy } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { SessionStep } from "./session-search.js";

/** What one set says to an event, as far as two sets are compared by it. */
export interface SetAnswer {
  readonly effect: Effect;
  readonly reason: string;
  /** The policy that decided; `null` when none did. */
  readonly policy: string | null;
  /** The policies that are asked: judges, commands, functions. They are taken to have no objection. */
  readonly asks: readonly string[];
  readonly warnings: Decision["warnings"];
  readonly updatedInput?: JsonObject;
}

/** Events whose decision changes, by one of them. */
export interface Difference {
  /** An event that both sets have decided: the first one of a session, or the last one of `session`. */
  readonly witness: JsonObject;
  /** Where the sets differ by what is remembered: the shortest session that was found, the witness last. */
  readonly session?: readonly SessionStep[];
  readonly before: SetAnswer;
  readonly after: SetAnswer;
  /** The new set is less strict (engine SPEC, "Merge"), or asks less. */
  readonly loosens: boolean;
  /** The policies that were taken away, added or changed, and make the difference. */
  readonly changed: readonly Policy[];
}

/** What a change of policies changes, and the changed policies of which that is not known. */
export interface Differences {
  readonly differences: readonly Difference[];
  readonly unknown: readonly { readonly policy: Policy; readonly why: string }[];
}
