import { nearName, OPEN_NAMES, ownOption, type SealOptions } from "@gatehouse-hooks/json";
import type { Decision, EventNotice } from "../decision.js";
import type { Event } from "../event.js";
import type { EventKind } from "../event-kind.js";
import type { EventKinds } from "../event-kinds.js";
import type { Remembered } from "../facts/cell.js";
import type { Verdicts } from "../need.js";
import { partsOf, type PolicySet, type SetParts } from "../policy-set.js";
import { type ReadEvent, readEvent } from "../read-event.js";
import { refusal } from "../refusal.js";
import { type Finished, stepOnce, type Unfinished } from "../step.js";
import { checkFields, oddFields } from "./check-fields.js";

/** What happens to an event with an unknown name. */
export interface AdmitOptions {
  /**
   * For a name in no table, of no policy, and near none of them: `abstain` (the default) admits the event with a notice, for it
   * may be an embedder's own; `deny` refuses it.
   */
  readonly unknownEvents?: "abstain" | "deny";
}

/** An event that may be decided, or why it must be denied. */
export type Admission =
  | {
      readonly kind: "admitted";
      /** With a tool's arguments read, where they were JSON text. */
      readonly event: Event;
      /** For the decision: what the host should know of. */
      readonly notices: readonly EventNotice[];
    }
  | { readonly kind: "refused"; readonly notice: EventNotice };

/** How a decision begins. */
export interface BeginOptions extends AdmitOptions, Pick<SealOptions, "isProxy"> {
  /** By need id: what is known already, from a log for example. */
  readonly verdicts?: Verdicts;
  /** What is remembered of the events before, as `step` takes it. */
  readonly remembered?: Remembered | undefined;
  /** What an agent's events lack, added before the door looks at them. Pure. */
  readonly complete?: (read: ReadEvent) => ReadEvent;
}

/** A value that is not an event, or an event that no guard could check. */
export interface Refused {
  readonly kind: "refused";
  /** A deny. */
  readonly decision: Decision;
  readonly notice: EventNotice;
}

/** What `begin` answers. */
export type Begun = Refused | Finished | Unfinished;

const NONE: Verdicts = new Map();
const NO_NOTICES: readonly EventNotice[] = Object.freeze([]);

/**
 * The door, and the first step behind it: every decision begins here (SPEC, "The door"). What is refused is denied. Pure:
 * `event` and `verdicts` of a decision that is not made can be stored, and begun anew with.
 *
 * @param set made by `compilePolicies`
 * @param value what the host passes in, of any type
 * @example
 * const begun = begin(set, { event: "before_tool_call", toolName: "exec", params: { command: "ls" } });
 * if (begun.kind !== "pending") console.log(begun.decision.effect);
 */
export function begin(set: PolicySet, value: unknown, options?: BeginOptions): Begun {
  const complete = ownOption(options, "complete");
  const given = readEvent(value, options);
  const read = complete === undefined ? given : complete(given);
  if (read.kind === "refused") {
    const { code } = read.issue;
    const message = `invalid event: ${read.issue.message}`;
    return { kind: "refused", decision: refusal(message), notice: { code, message } };
  }
  const admission = admitEvent(set, read.event, options);
  if (admission.kind === "refused") {
    const { notice } = admission;
    return { kind: "refused", decision: refusal(notice.message, notice), notice };
  }
  const { event, notices } = admission;
  const verdicts = ownOption(options, "verdicts") ?? NONE;
  return stepOnce(set, event, notices, verdicts, ownOption(options, "remembered"));
}

/**
 * What the door does with an event: one that a guard cannot check must not pass as one that no guard objects to (SPEC, "The
 * door"). Refused are a misspelt name, and a gating event without the fields that its kind must have.
 *
 * @param set made by `compilePolicies`, with the embedder's own kinds
 * @param event made by `readEvent`
 */
export function admitEvent(set: PolicySet, event: Event, options: AdmitOptions = {}): Admission {
  const name = event.event;
  const { kinds, events } = partsOf(set);
  const kind = kinds.of(name);
  if (!kind.known && !events.has(name)) return unknownEvent({ kinds, events }, event, options);
  const { problem, parsed } = checkFields(event, kind, kinds);
  if (problem !== null) {
    const message = `malformed \`${name}\` event: ${problem}`;
    const notice = { code: "malformed-event", message };
    return kind.gates ? { kind: "refused", notice } : { kind: "admitted", event, notices: [notice] };
  }
  if (parsed === null) return admitted(event, kind, kinds);
  const read = readEvent({ ...event, ...parsed });
  return read.kind === "event"
    ? admitted(read.event, kind, kinds)
    : { kind: "refused", notice: { code: "malformed-event", message: read.issue.message } };
}

function admitted(event: Event, kind: EventKind, kinds: EventKinds): Admission {
  const odd = oddFields(event, kind, kinds);
  const notices = odd.length === 0 ? NO_NOTICES : odd.map((message) => ({ code: "odd-field", message }));
  return { kind: "admitted", event, notices };
}

function unknownEvent(
  set: Pick<SetParts, "kinds" | "events">,
  event: Event,
  options: AdmitOptions,
): Admission {
  const name = event.event;
  const other = set.kinds.spelling(name);
  const meant =
    other?.event ?? nearName(name, set.events, OPEN_NAMES) ?? nearName(name, set.kinds.names, OPEN_NAMES);
  if (meant !== null) {
    const whose = other === undefined ? "no event is called" : `${other.host} calls its event`;
    const message = `${whose} \`${name}\`; did you mean \`${meant}\`?`;
    return { kind: "refused", notice: { code: "misspelt-event", message } };
  }
  const message = `no format documents an event \`${name}\`, and no policy waits for it`;
  const notice = { code: "unknown-event", message };
  return ownOption(options, "unknownEvents") === "deny"
    ? { kind: "refused", notice }
    : { kind: "admitted", event, notices: [notice] };
}
