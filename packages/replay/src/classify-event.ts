import { type Event, kindsOf, type PolicySet, readEvent } from "@gatehouse-hooks/engine";
import { contrastOf } from "./contrast-of.js";
import { decideEvent, type Replayed } from "./decide-event.js";
import { flipOf } from "./flip-of.js";
import type { Records } from "./replay.js";
import type { ReplayInput } from "./replay-input.js";
import type { ContrastGroup } from "./replay-part.js";
import { toolOf } from "./shown-call.js";
import { ShownNames } from "./shown-text.js";

/** One event of a log, decided and put beside what happened. */
export interface ClassifiedEvent {
  readonly event: Event;
  readonly said: Replayed;
  /** The group that a replay counts it in; `null`: none, one follows from the other. */
  readonly contrast: Pick<ContrastGroup, "kind" | "policy" | "tool"> | null;
  /** The tool it is about, as reports show it; `null`: none. */
  readonly tool: string | null;
}

/**
 * What puts single events into the groups in which `createReplay` counts them, for whoever needs the events and not the numbers.
 *
 * @returns a function: `null` for what is not an event
 */
export function eventClassifier(
  policies: PolicySet,
  records: Records = {},
): (input: ReplayInput) => ClassifiedEvent | null {
  const names = new ShownNames();
  const kinds = kindsOf(policies);
  return ({ event: given, happened }) => {
    const read = readEvent(given);
    if (read.kind === "refused") return null;
    const { event } = read;
    const said = decideEvent(policies, event, records);
    const name = toolOf(event, kinds.of(event.event));
    const tool = name === null ? null : names.of(name);
    if (happened === null || said.kind === "unknown") return { event, said, contrast: null, tool };
    const kind = contrastOf(happened, said.decision.effect);
    const contrast = kind === null ? null : { kind, policy: said.decision.policy, tool };
    return { event, said, contrast, tool };
  };
}

/**
 * What other policies make of an event that was decided.
 * `same`: nothing that a host would notice. `unknown`: one of the two waits for an answer that no record has.
 */
export type EventChange =
  | { readonly kind: "same" }
  | { readonly kind: "unknown" }
  | { readonly kind: "changed"; readonly effect: ReplayedEffect; readonly policy: string | null };

type ReplayedEffect = Extract<Replayed, { readonly kind: "decided" }>["decision"]["effect"];

/** Decides an event by other policies, and compares it with what was said before. */
export function changeOfEvent(
  { event, said }: Pick<ClassifiedEvent, "event" | "said">,
  against: PolicySet,
  records: Records = {},
): EventChange {
  const other = decideEvent(against, event, records);
  if (said.kind === "unknown" || other.kind === "unknown")
    return { kind: said.kind === other.kind ? "same" : "unknown" };
  const { effect, policy } = other.decision;
  return flipOf(said.decision, other.decision) === null
    ? { kind: "same" }
    : { kind: "changed", effect, policy };
}
