import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";

/** An event with its facts, as a condition reads it. */
export type FactEvent = JsonObject;

/** The event with what is derived of it; facts that came with it are none. What cannot be derived is left out. */
export function factEvent(event: Event, facts: (event: Event) => object): FactEvent {
  const { facts: _given, ...rest } = event;
  try {
    return { ...rest, facts: facts(event) as JsonValue };
  } catch {
    return rest;
  }
}

/** The strings among an event's parameters, those that say most first. */
export function textParams(event: FactEvent): readonly (readonly [name: string, text: string])[] {
  const params = own(event, "params");
  return Object.entries(isRecord(params) ? params : {})
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .toSorted(([a], [b]) => rank(a) - rank(b));
}

/** The parameters that say what a call does, the most telling first. */
const TELLING: readonly string[] = ["command", "path", "file_path", "url", "query", "pattern"];

function rank(name: string): number {
  const at = TELLING.indexOf(name);
  return at < 0 ? TELLING.length : at;
}

/** The rows of a list of facts. */
export function factRows(event: FactEvent, list: string): readonly JsonObject[] {
  const rows = own(own(event, "facts"), list);
  return Array.isArray(rows) ? rows.filter((row): row is JsonObject => isRecord(row)) : [];
}

/** A string of a record; `null`: it has none of that name. */
export function fieldText(row: JsonObject, key: string): string | null {
  const value = own(row, key);
  return typeof value === "string" ? value : null;
}

/** A list of strings of a record. */
export function fieldTexts(row: JsonObject, key: string): readonly string[] {
  const value = own(row, key);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
