import { isList, isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";

/** What a name, a key and a value of an enumeration may be: one word, which a sentence does not fit into. */
const WORD = /^[A-Za-z_$][A-Za-z0-9_$./-]{0,63}$/;
const TYPES: ReadonlySet<unknown> = new Set("array boolean integer null number object string".split(" "));
/** Values of an enumeration; a longer one is left out. */
const MOST_VALUES = 50;
const MOST_DEPTH = 16;
/** Keywords of JSON Schema that hold a number or a boolean. */
const BOUNDS = [
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems".split(
    " ",
  ),
  ..."minProperties maxProperties uniqueItems".split(" "),
];
/** Those that hold a schema or several, and one for each name. */
const SCHEMAS = ["items", "additionalProperties", "allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED = ["properties", "$defs", "definitions"];
const REF = /^#\/(?:\$defs|definitions)\/([^/]*)$/;

/**
 * What a model may read of a tool that no person has accepted: its name, how its arguments are named and typed, and a description of
 * ours. Built anew from what is known, so that no other word of the server is in it: no description, title, default, example, pattern or
 * annotation. A call made by it still fits the tool.
 *
 * @param tool as the server lists it
 * @returns undefined where the name is not one word
 */
export function neutralTool(tool: JsonObject, description: string): JsonObject | undefined {
  const name = own(tool, "name");
  if (typeof name !== "string" || !WORD.test(name)) return undefined;
  const task = own(own(tool, "execution"), "taskSupport");
  const inputSchema = { ...neutralSchema(own(tool, "inputSchema"), 0), type: "object" };
  return {
    name,
    description,
    inputSchema,
    // What a client needs to make the call.
    ...((task === "required" || task === "optional") && { execution: { taskSupport: task } }),
  };
}

type Below = (schema: JsonValue) => JsonValue;
type Keep = (value: JsonValue, below: Below) => JsonValue | undefined;

function neutralSchema(schema: JsonValue | undefined, depth: number): JsonObject {
  if (!isRecord(schema) || depth > MOST_DEPTH) return {};
  const below: Below = (value) => (typeof value === "boolean" ? value : neutralSchema(value, depth + 1));
  const kept = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    const read = KEYWORDS.get(key)?.(value, below);
    return read === undefined ? [] : [[key, read]];
  });
  return Object.fromEntries(kept);
}

/** The keywords that are known, and what is kept of the value of each. */
const KEYWORDS: ReadonlyMap<string, Keep> = new Map<string, Keep>([
  ...BOUNDS.map((key): [string, Keep] => [key, bound]),
  ...SCHEMAS.map((key): [string, Keep] => [key, oneOrMore]),
  ...NAMED.map((key): [string, Keep] => [key, named]),
  ["type", (value) => (isEach(value, (one) => TYPES.has(one)) ? value : undefined)],
  ["required", (value) => (isList(value) ? value.filter(isWord) : undefined)],
  ["const", (value) => (isPlain(value) ? value : undefined)],
  // Part of an enumeration would be another type.
  ["enum", (value) => (isShort(value) && value.every(isPlain) ? value : undefined)],
  ["$ref", (value) => (typeof value === "string" && isWord(REF.exec(value)?.[1]) ? value : undefined)],
]);

function bound(value: JsonValue): JsonValue | undefined {
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function oneOrMore(value: JsonValue, below: Below): JsonValue {
  return isList(value) ? value.map(below) : below(value);
}

function named(value: JsonValue, below: Below): JsonValue {
  const words = isRecord(value) ? Object.entries(value).filter(([name]) => WORD.test(name)) : [];
  return Object.fromEntries(words.map(([name, one]) => [name, below(one)]));
}

function isEach(value: JsonValue, is: (one: JsonValue) => boolean): boolean {
  return isList(value) ? value.every(is) : is(value);
}

function isShort(value: JsonValue): value is readonly JsonValue[] {
  return isList(value) && value.length <= MOST_VALUES;
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && WORD.test(value);
}

function isPlain(value: JsonValue): boolean {
  return value === null || typeof value === "number" || typeof value === "boolean" || isWord(value);
}
