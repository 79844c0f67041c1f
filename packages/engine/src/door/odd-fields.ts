import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { EventKind } from "../event-kind.js";
import type { EventKinds } from "../event-kinds.js";
import { nearName } from "./near-name.js";

/** Keys of one object that are compared. */
const MAX_KEYS = 100;
/** Odd fields that are named. */
const MAX_NAMED = 3;
/** UTF-16 code units. */
const MAX_SHOWN = 80;

/**
 * The fields of an event, and of the arguments of a documented tool, that are not known and nearly are one that is absent: a
 * policy that reads the right one sees nothing there; a documented tool that is called without what it needs. At most three,
 * each as a sentence.
 */
export function oddFields(event: Event, { name, tool }: EventKind, kinds: EventKinds): readonly string[] {
  const known = kinds.fieldsOf(name);
  const odd = known === null ? [] : misspelt(event, known, "");
  if (tool === undefined) return odd;
  const called = stringIn(event, tool.name);
  const documented = kinds.tool(called);
  const input = Object.hasOwn(event, tool.input) ? event[tool.input] : undefined;
  if (documented === undefined || !isRecord(input)) return odd;
  const { fields, needs } = documented;
  const found = fields.size === 0 ? [] : misspelt(input, fields, `${tool.input}.`);
  return [...odd, ...(found.length > 0 ? found : without(called, input, needs, tool.input))].slice(
    0,
    MAX_NAMED,
  );
}

/** A call with arguments, and without the one that says what it does. */
function without(
  called: string,
  input: JsonObject,
  needs: readonly string[],
  path: string,
): readonly string[] {
  if (needs.length === 0 || Object.keys(input).length === 0) return [];
  if (needs.some((field) => Object.hasOwn(input, field))) return [];
  return [`\`${called}\` is called without ${needs.map((field) => `\`${path}.${field}\``).join(" or ")}`];
}

function misspelt(object: JsonObject, known: ReadonlySet<string>, before: string): readonly string[] {
  const odd: string[] = [];
  let absent: readonly string[] | undefined;
  let compared = 0;
  for (const key of Object.keys(object)) {
    if (known.has(key)) continue;
    if (++compared > MAX_KEYS || odd.length >= MAX_NAMED) break;
    absent ??= [...known].filter((field) => !Object.hasOwn(object, field));
    const meant = nearName(key, absent);
    if (meant !== null) {
      odd.push(`\`${before}${key.slice(0, MAX_SHOWN)}\` is not known; did you mean \`${before}${meant}\`?`);
    }
  }
  return odd;
}

function stringIn(event: Event, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === "string" ? value : "";
}
