import type { Policy } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Goal } from "../solve/goal.js";
import type { EventFinder } from "./event-finder.js";
import { testsOf } from "./tests-of.js";

/** The events of one kind that a policy applies to. */
export interface EventsOf {
  readonly policy: Policy;
  readonly event: string;
  readonly finder: EventFinder;
  /** What else is to be met. */
  readonly goals?: readonly Goal[];
  /** How many are looked at. */
  readonly most: number;
}

/** `all`: there are no others. `stopped`: the looker has seen enough. `many`: there may be more. */
export type Looked =
  | { readonly kind: "all" | "stopped" | "many" }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * Looks at events that a policy applies to, one of each sort: what an event shows is excluded from the next.
 *
 * @param look returns what the next events are to meet, for example that what decided this one does not apply; nothing to stop
 */
export function lookAtEvents(
  { policy, event, finder, goals = [], most }: EventsOf,
  look: (event: JsonObject) => readonly Goal[] | undefined,
): Looked {
  const wanted = [...goals];
  for (let seen = 0; seen < most; seen++) {
    const found = finder.find(event, { hold: testsOf(policy), goals: wanted });
    if (found.kind === "none") return { kind: "all" };
    if (found.kind === "unknown") return found;
    const more = look(found.event);
    if (more === undefined) return { kind: "stopped" };
    wanted.push(...more);
  }
  return { kind: "many" };
}
