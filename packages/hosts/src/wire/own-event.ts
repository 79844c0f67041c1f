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
      if (row?.result !== undefined) return withResult(payload, row.result, changes);
      if (row?.tool === undefined || row.canonical === undefined) return { ...payload, ...changes };
      if (call === undefined || typeof call === "string") return null;
      const tool = tools.find((one) => one.name === call.name);
      if (!canOwnInput(call.input, changes, tool, Object.keys(call.params ?? {}))) return null;
      return { ...payload, [row.tool.input]: ownInput(call.input, changes, tool) };
    },
    changesOf(before, after) {
      const row = rowOf(before);
      const input = row?.input ?? null;
      if (input !== null && "path" in input)
        return changed(record(own(before, input.path)), record(own(after, input.path)));
      const all = changed(before, after);
      const isOwn = input !== null && row?.result !== undefined && input.keys.includes(row.result);
      return isOwn || row?.result === undefined ? all : asResult(all, row.result);
    },
  };
}

/** The payload with another result in its own field; null where something else was to be changed. */
function withResult(payload: JsonObject, field: string, changes: JsonObject): JsonObject | null {
  const { result, [field]: same = result, ...others } = changes;
  if (same === undefined || Object.keys(others).length > 0) return null;
  return { ...payload, [field]: same };
}

/** What was changed, with the result under its canonical name. */
function asResult(changes: JsonObject, field: string): JsonObject {
  return Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key === field ? "result" : key, value]),
  );
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
