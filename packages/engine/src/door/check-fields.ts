import { existing } from "@gatehouse-hooks/json/intrinsics";
import {
  isRecord,
  type JsonObject,
  type JsonValue,
  nearName,
  OPEN_NAMES,
  parseJsonObject,
} from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { EventKind, FieldType } from "../event-kind.js";
import type { EventKinds } from "../event-kinds.js";
import type { FieldNames } from "./field-names.js";

/** What is wrong with the fields of an event, or nothing; and the fields that were JSON text, read. */
interface CheckedFields {
  /** The first thing that is missing, misnamed or of the wrong type; null: the event satisfies its kind. */
  readonly problem: string | null;
  readonly parsed: Readonly<Record<string, JsonValue>> | null;
}

/** Keys of one event that are compared with a missing field. */
const MAX_KEYS = 200;
const NONE: readonly string[] = Object.freeze([]);
const FINE: CheckedFields = { problem: null, parsed: null };

/**
 * Whether an event satisfies its kind (SPEC, "Events"). An object that arrives as JSON text is read, once and strictly: some
 * hosts pass a tool's arguments as they got them from the model.
 */
export function checkFields(event: Event, { fields }: EventKind, kinds: EventKinds): CheckedFields {
  if (fields === undefined) return FINE;
  let parsed: Record<string, JsonValue> | null = null;
  for (const name in fields) {
    if (!Object.hasOwn(fields, name)) continue;
    const type = existing(fields[name]);
    const value = Object.hasOwn(event, name) ? event[name] : undefined;
    if (value === undefined || (value === null && type.endsWith("?"))) {
      const problem = missing(event, name, type, fields, kinds);
      if (problem !== null) return { problem, parsed: null };
      continue;
    }
    if (matches(value, type)) continue;
    const read = objectIn(value, type);
    if (read === undefined || read.issue !== undefined) {
      const found = read === undefined ? typeName(value) : "a string that is not a JSON object";
      return {
        problem: `\`${name}\` is ${found}, and this kind wants ${wanted(type)}`,
        parsed: null,
      };
    }
    parsed ??= {};
    parsed[name] = read.value;
  }
  return parsed === null ? FINE : { problem: null, parsed };
}

/** An object that arrives as JSON text, where one is wanted. */
function objectIn(value: JsonValue, type: FieldType): ReturnType<typeof parseJsonObject> | undefined {
  return typeof value === "string" && type.startsWith("object") ? parseJsonObject(value) : undefined;
}

/** An absent field: under another name, misspelt, or simply not there. */
function missing(
  event: Event,
  name: string,
  type: FieldType,
  fields: NonNullable<EventKind["fields"]>,
  kinds: EventKinds,
): string | null {
  for (const [spelling, whose] of kinds.fieldSpellings.find((one) => one.some(([field]) => field === name)) ??
    []) {
    if (spelling !== name && Object.hasOwn(event, spelling) && !Object.hasOwn(fields, spelling)) {
      return `\`${spelling}\` is ${whose} spelling; this kind wants \`${name}\``;
    }
  }
  const keys = Object.keys(event)
    .slice(0, MAX_KEYS)
    .filter((key) => !Object.hasOwn(fields, key));
  const near = nearName(name, keys, OPEN_NAMES);
  if (near !== null) return `\`${near.slice(0, 80)}\` is not known; did you mean \`${name}\`?`;
  return type.endsWith("?") ? null : `\`${name}\` is missing, and this kind wants ${wanted(type)} there`;
}

function matches(value: JsonValue, type: FieldType): boolean {
  if (type === "string" || type === "string?") return typeof value === "string";
  if (type === "list" || type === "list?") return Array.isArray(value);
  return isRecord(value);
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function wanted(type: FieldType): string {
  return type.startsWith("object") ? "an object" : type.startsWith("list") ? "a list" : "a string";
}

/** Keys of one object that are compared. */
const MAX_COMPARED = 100;
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
  const odd = known === null ? NONE : misspelt(event, known, "");
  if (tool === undefined) return odd;
  const called = stringIn(event, tool.name);
  const documented = kinds.tool(called);
  const input = Object.hasOwn(event, tool.input) ? event[tool.input] : undefined;
  if (documented === undefined || !isRecord(input)) return odd;
  const { fields, needs } = documented;
  const found = fields.size === 0 ? NONE : misspelt(input, fields, `${tool.input}.`);
  const more = found.length > 0 ? found : without(called, input, needs, tool.input);
  return more.length === 0 ? odd : [...odd, ...more].slice(0, MAX_NAMED);
}

/** A call with arguments, and without the one that says what it does. */
function without(
  called: string,
  input: JsonObject,
  needs: readonly string[],
  path: string,
): readonly string[] {
  if (needs.length === 0 || needs.some((field) => Object.hasOwn(input, field))) return NONE;
  if (Object.keys(input).length === 0) return NONE;
  return [`\`${called}\` is called without ${needs.map((field) => `\`${path}.${field}\``).join(" or ")}`];
}

function misspelt(object: JsonObject, known: FieldNames, before: string): readonly string[] {
  const keys = Object.keys(object);
  if (alike(keys, known.plain)) return NONE;
  let odd = NONE;
  let compared = 0;
  let isPlain = true;
  for (const key of keys) {
    if (known.has(key)) continue;
    if (++compared > MAX_COMPARED || odd.length >= MAX_NAMED) break;
    const near = known.near(key);
    if (near.length === 0) continue;
    isPlain = false;
    const meant = nearName(
      key,
      near.filter((field) => !Object.hasOwn(object, field)),
      OPEN_NAMES,
    );
    if (meant !== null) {
      odd = [
        ...odd,
        `\`${before}${key.slice(0, MAX_SHOWN)}\` is not known; did you mean \`${before}${meant}\`?`,
      ];
    }
  }
  if (isPlain && keys.length <= MAX_COMPARED) known.plain = keys;
  return odd;
}

function alike(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== others[i]) return false;
  return true;
}

function stringIn(event: Event, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === "string" ? value : "";
}
