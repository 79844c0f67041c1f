import { type Event, readEvent } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { canOwnInput, ownInput } from "../prepare/own-input.js";
import { callIn, eventNameOf, type Preparation } from "../prepare/prepare-payload.js";

/** Between the two ways to see what an agent sends: its own event, and the canonical one. Pure. */
export interface OwnEvents {
  /** The event of a payload under the agent's own name, with its own fields at the top; null where it has no name. */
  readonly event: (payload: JsonObject) => Event | null;
  /** The payload with what a decision of that event sets. */
  readonly withOwn: (payload: JsonObject, changes: JsonObject) => JsonObject;
  /** The payload with what a decision of the canonical event sets; null where the agent has no field for it. */
  readonly withCanonical: (payload: JsonObject, changes: JsonObject) => JsonObject | null;
  /** What a decision of the agent's own event would set to make the one payload of the other. */
  readonly changesOf: (before: JsonObject, after: JsonObject) => JsonObject;
}

/** The own events of an agent, by its tables. */
export function ownEventsOf(preparation: Preparation): OwnEvents {
  const { events, tools, nameKeys } = preparation;
  const rowOf = (payload: JsonObject): Preparation["events"][number] | undefined => {
    const name = eventNameOf(payload, preparation);
    return events.find((row) => row.name === name);
  };
  return {
    event(payload) {
      const name = eventNameOf(payload, preparation);
      if (name === undefined) return null;
      const fields = Object.entries(payload).filter(([key]) => !nameKeys.includes(key));
      const read = readEvent({ ...Object.fromEntries(fields), event: name });
      return read.kind === "event" ? read.event : null;
    },
    withOwn(payload, changes) {
      const input = rowOf(payload)?.input ?? null;
      return input !== null && "path" in input
        ? { ...payload, [input.path]: { ...record(own(payload, input.path)), ...changes } }
        : { ...payload, ...changes };
    },
    withCanonical(payload, changes) {
      const row = rowOf(payload);
      const call = callIn(row?.name ?? "", payload, preparation);
      if (row?.tool === undefined || row.canonical === undefined) return { ...payload, ...changes };
      if (call === undefined || typeof call === "string") return null;
      const tool = tools.find((one) => one.name === call.name);
      if (!canOwnInput(call.input, changes, tool, Object.keys(call.params ?? {}))) return null;
      return { ...payload, [row.tool.input]: ownInput(call.input, changes, tool) };
    },
    changesOf(before, after) {
      const input = rowOf(before)?.input ?? null;
      return input !== null && "path" in input
        ? changed(record(own(before, input.path)), record(own(after, input.path)))
        : changed(before, after);
    },
  };
}

function record(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {};
}

function changed(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => !Object.hasOwn(before, key) || !isSame(before[key] ?? null, value),
    ),
  );
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
