import { nearName, OPEN_NAMES } from "@gatehouse-hooks/json";
import type { EventNotice } from "../decision.js";
import type { Event } from "../event.js";
import type { EventKind } from "../event-kind.js";
import type { EventKinds } from "../event-kinds.js";
import { partsOf, type PolicySet, type SetParts } from "../policy-set.js";
import { readEvent } from "../read-event.js";
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

const NO_NOTICES: readonly EventNotice[] = Object.freeze([]);

/**
 * The door in front of `step`: an event that a guard cannot look at must not pass as one that no guard objects to (SPEC, "The
 * door"). Refused are a misspelt name, and a gating event without the fields that its kind must have.
 *
 * Drivers ask it before every decision; the pure `step` decides what it is given.
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
  { unknownEvents }: AdmitOptions,
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
  return unknownEvents === "deny"
    ? { kind: "refused", notice }
    : { kind: "admitted", event, notices: [notice] };
}
