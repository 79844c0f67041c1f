import type { JsonSchema } from "../json-shapes/json-schema.js";
import { codeSpan, markdownTable } from "./markdown-table.js";

/** A field as a table shows it: its path, its type and its meaning. */
type FieldRow = readonly [path: string, type: string, meaning: string];

/** The fields of a form or a part: a table, or one for each form of a union. */
export function shapeTables(schema: JsonSchema): readonly string[] {
  const union = unionOf(schema);
  if (union === undefined) return [fieldTable(fieldsOf("", schema))];
  const plain = union.filter((one) => one["properties"] === undefined).map(typeOf);
  return [
    ...(plain.length === 0 ? [] : [`It is ${orList(plain)}, or an object:`, ""]),
    ...union
      .filter((one) => one["properties"] !== undefined)
      .flatMap((one) => [fieldTable(fieldsOf("", one)), ""]),
  ];
}

/** What a schema says of its values; empty where it says nothing. */
export function meaningOf({ description }: JsonSchema): string {
  return typeof description === "string" ? description : "";
}

/** The parts that a schema refers to by name, in their order. */
export function partsOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(partsOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [partName(value)] : key === "$defs" ? [] : partsOf(value),
  );
}

function fieldTable(rows: readonly FieldRow[]): string {
  return markdownTable(
    ["field", "type", "meaning"],
    rows.map(([path, type, meaning]) => [codeSpan(path), type, escaped(meaning)]),
  );
}

/** The fields of an object, and below each those of the objects that it holds. */
function fieldsOf(at: string, schema: JsonSchema): readonly FieldRow[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
    ([key, field]) => {
      const path = `${at}${key}`;
      const shown = required.includes(key) ? path : `${path}?`;
      return [[shown, typeOf(field), meaningOf(field)] as const, ...inside(path, field)];
    },
  );
}

/** What an object without a name of its own holds, here or in a list or a record. */
function inside(path: string, field: JsonSchema): readonly FieldRow[] {
  if (field["properties"] !== undefined) return fieldsOf(`${path}.`, field);
  const { items, additionalProperties: values } = field;
  if (isSchema(items)) return inside(`${path}[]`, items);
  if (isSchema(values)) return inside(`${path}.NAME`, values);
  const union = unionOf(field) ?? [];
  return union.flatMap((one) => inside(path, one));
}

function typeOf(schema: JsonSchema): string {
  const union = unionOf(schema);
  if (union !== undefined) return orList([...new Set(union.map(typeOf))]);
  if (typeof schema["$ref"] === "string") return linkTo(partName(schema["$ref"]));
  if ("const" in schema) return codeSpan(JSON.stringify(schema["const"]));
  const words = schema["enum"];
  if (Array.isArray(words)) return orList(words.map((word) => codeSpan(JSON.stringify(word))));
  const examples = schema["examples"];
  if (Array.isArray(examples))
    return `string: ${examples.map((word) => codeSpan(JSON.stringify(word))).join(", ")} …`;
  switch (schema["type"]) {
    case "integer":
      return "whole number";
    case "array":
      return arrayType(schema);
    case "object":
      return isSchema(schema["additionalProperties"]) &&
        Object.keys(schema["additionalProperties"]).length > 0
        ? `object of ${typeOf(schema["additionalProperties"])} by name`
        : "object";
    case undefined:
      return "anything";
    default:
      return String(schema["type"]) === "null" ? "`null`" : String(schema["type"]);
  }
}

function arrayType({ items, prefixItems }: JsonSchema): string {
  if (Array.isArray(prefixItems))
    return `list of ${prefixItems.length}: ${prefixItems.map(typeOf).join(", ")}`;
  return `list of ${isSchema(items) ? typeOf(items) : "anything"}`;
}

function unionOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const union = schema["anyOf"] ?? schema["oneOf"];
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...schema, type: one }));
  return Array.isArray(union) ? (union as JsonSchema[]) : undefined;
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function partName(ref: string): string {
  return ref.replace("#/$defs/", "");
}

function linkTo(part: string): string {
  return `[${part}](#part-${part})`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text outside of code is not taken for elements. */
function escaped(meaning: string): string {
  return meaning
    .split(/(`[^`]*`)/)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replaceAll("<", "&lt;").replaceAll("*", String.raw`\*`),
    )
    .join("");
}
