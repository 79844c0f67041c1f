import type { LostEvents } from "../text/report.js";
import { type JsonValue, own, isList } from "@gatehouse-hooks/json";
import { ALL_EVENTS } from "@gatehouse-hooks/engine";
import type { EventNames } from "../names/event-names.js";
import { readEventNames } from "../names/read-event-names.js";
import { nearEvents } from "../names/near-events.js";
import { isMembers } from "./shorthands.js";
import { LEVEL_KEYS } from "./schema.js";
import { meantKey } from "./unknown-key.js";

/** Keys that give a verdict that stops nothing, or none. */
const HARMLESS: ReadonlySet<string> = new Set(["warn", "allow", "context", "systemMessages", "set"]);
const DENYING: ReadonlySet<string> = new Set(["deny", "ask", "judge", "command", "builtin", "function"]);

/** Of more events, none is compared with the documented ones. */
const MAX_EVENTS = 100;

/**
 * The events that a policy which is not loaded could have denied, as far as its text can be read: the listed ones, and for
 * a misspelt name those that it may mean. Empty when it could not have denied anything.
 */
export function lostEvents(given: JsonValue, known: EventNames, own: readonly string[] = []): LostEvents {
  if (!isMembers(given)) return "all gating";
  if (!couldDeny(given)) return [];
  const written = given["events"] ?? valueMeaning(given, "events");
  const names = namesOf(written);
  if (names === null || names.length === 0 || names.length > MAX_EVENTS) return "all gating";
  return eventsMeantBy(names, known, own);
}

/** The events that names may mean, those that are misspelt among them; not known where one is like no event. */
export function eventsMeantBy(
  names: readonly string[],
  known: EventNames,
  own: readonly string[] = [],
): LostEvents {
  const { events, unknown, unmatched } = readEventNames(names, known, own);
  const near = unknown.map((name) => ({ name, meant: nearEvents(name, own) }));
  if (unmatched.length > 0 || events.includes(ALL_EVENTS) || near.some(({ meant }) => meant.length === 0))
    return "all gating";
  const meant = readEventNames(
    near.flatMap((one) => one.meant),
    known,
    own,
  );
  const all = [...new Set([...events, ...meant.events])];
  return all.length === 0 || all.length > MAX_EVENTS ? "all gating" : all;
}

function couldDeny(given: Readonly<Record<string, JsonValue>>): boolean {
  if (own(given, "enabled") === false || own(given, "observe") === true) return false;
  const keys = Object.keys(given);
  if (keys.some((key) => DENYING.has(key) || denies(key))) return true;
  return !keys.some((key) => HARMLESS.has(key));
}

/** A key of no policy that was written for one that denies. */
function denies(key: string): boolean {
  if (LEVEL_KEYS.policy.includes(key)) return false;
  const meant = meantKey(key, "policy");
  return meant !== null && DENYING.has(meant);
}

/** The value of an unknown key that was written for another one. */
function valueMeaning(given: Readonly<Record<string, JsonValue>>, wanted: string): JsonValue | undefined {
  const key = Object.keys(given).find((one) => meantKey(one, "policy") === wanted);
  return key === undefined ? undefined : given[key];
}

function namesOf(written: JsonValue | undefined): readonly string[] | null {
  const list = isList(written) ? written : [written];
  const names: string[] = [];
  for (const item of list) {
    if (typeof item !== "string") return null;
    names.push(...eventNames(item));
  }
  return names.includes("") ? null : names;
}

/** The names in one string of `events`, separated by commas or bars. */
export function eventNames(text: string): readonly string[] {
  return text.split(/[,|]/).map((name) => name.trim());
}
