import {
  type Decision,
  type Effect,
  type Event,
  kindsOf,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import { decideByRecords } from "./decide/decide-by-records.js";
import { flipOf } from "./flip-of.js";
import type { Records } from "./replay.js";
import type { ReplayInput, Happened } from "./replay-input.js";
import type { ContrastGroup, ContrastKind } from "./replay-part.js";
import { toolOf } from "./shown-call.js";
import { ShownNames } from "./shown-text.js";

/** One event of a log, decided and put beside what happened. */
export interface ClassifiedEvent {
  readonly event: Event;
  /** `null`: it waits for an answer that no record has. */
  readonly decision: Decision | null;
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
    const said = decideByRecords(policies, event, records);
    const decision = said.kind === "unknown" ? null : said.decision;
    const name = toolOf(event, kinds.of(event.event));
    const tool = name === null ? null : names.of(name);
    if (happened === null || decision === null) return { event, decision, contrast: null, tool };
    const kind = contrastOf(happened, decision.effect);
    const contrast = kind === null ? null : { kind, policy: decision.policy, tool };
    return { event, decision, contrast, tool };
  };
}

/**
 * What other policies make of an event that was decided.
 * `same`: nothing that a host would notice. `unknown`: one of the two waits for an answer that no record has.
 */
export type EventChange =
  | { readonly kind: "same" }
  | { readonly kind: "unknown" }
  | { readonly kind: "changed"; readonly effect: Effect; readonly policy: string | null };

/** Decides an event by other policies, and compares it with what was said before. */
export function changeOfEvent(
  { event, decision }: Pick<ClassifiedEvent, "event" | "decision">,
  against: PolicySet,
  records: Records = {},
): EventChange {
  const other = decideByRecords(against, event, records);
  if (decision === null || other.kind === "unknown")
    return { kind: decision === null && other.kind === "unknown" ? "same" : "unknown" };
  const { effect, policy } = other.decision;
  return flipOf(decision, other.decision) === null ? { kind: "same" } : { kind: "changed", effect, policy };
}

/** What happened, against what the policies say; `null` where one follows from the other, or the log does not tell. */
export function contrastOf(happened: Happened, effect: Effect): ContrastKind | null {
  const { person, outcome } = happened;
  if (person === "allowed")
    return effect === "deny" ? "denied-allowed" : effect === "ask" ? "asked-allowed" : null;
  if (person === "refused")
    return effect === "allow" ? "allowed-refused" : effect === "abstain" ? "abstained-refused" : null;
  const ran = outcome === "ran" || outcome === "failed" || outcome === "rewritten";
  return ran && effect === "deny" ? "denied-ran" : null;
}
