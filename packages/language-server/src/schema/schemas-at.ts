import { isRecord, isList, type JsonValue } from "@gatehouse-hooks/json";
import type { JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";

/** The keys and indexes that lead to a value. */
export type KeyPath = readonly (string | number)[];

/** Deeper, a schema is not followed: it may refer to itself. */
const MAX_DEPTH = 12;

/** The schemas that a value at a path may have, choices and references followed. */
export function schemasAt(root: JsonSchema, path: KeyPath): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (before, part) => before.flatMap((schema) => below(schema, part)).flatMap((one) => choices(one, root, 0)),
    choices(root, root, 0),
  );
}

/** The keys of the mappings at a path, with the schemas of their values. */
export function keysAt(root: JsonSchema, path: KeyPath): ReadonlyMap<string, JsonSchema> {
  const keys = new Map<string, JsonSchema>();
  for (const schema of schemasAt(root, path)) {
    for (const [key, inner] of Object.entries(recordOf(schema["properties"])))
      if (isRecord(inner) && !keys.has(key)) keys.set(key, inner);
  }
  return keys;
}

function below(schema: JsonSchema, part: string | number): readonly JsonSchema[] {
  if (typeof part === "number") return listOf(schema["items"]);
  const properties = recordOf(schema["properties"]);
  return Object.hasOwn(properties, part) ? listOf(properties[part]) : listOf(schema["additionalProperties"]);
}

function choices(schema: JsonSchema, root: JsonSchema, depth: number): readonly JsonSchema[] {
  if (depth > MAX_DEPTH) return [];
  const $ref = schema["$ref"];
  const referred =
    typeof $ref === "string" ? listOf(recordOf(root["definitions"])[$ref.replace("#/definitions/", "")]) : [];
  const anyOf = schema["anyOf"];
  const more = [
    ...referred,
    ...(isList(anyOf) ? anyOf.flatMap(listOf) : []),
    ...listOf(schema["then"]),
    ...listOf(schema["else"]),
  ];
  return [schema, ...more.flatMap((one) => choices(one, root, depth + 1))];
}

function recordOf(value: JsonValue | undefined): JsonSchema {
  return isRecord(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonSchema[] {
  return isRecord(value) ? [value] : [];
}
