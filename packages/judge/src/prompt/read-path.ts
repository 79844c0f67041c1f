import type { JsonValue } from "@gatehouse/condition/json";

const index = /^(?:0|[1-9][0-9]{0,8})$/;

/** The value at a path such as `params.command` or `items.0`: own properties only; `undefined` when it is missing. */
export function readPath(context: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = context;
  for (const key of path.split(".")) {
    value = readOwn(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

function readOwn(value: JsonValue, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return index.test(key) ? items[Number(key)] : undefined;
  }
  return (value as Readonly<Record<string, JsonValue>>)[key];
}
