import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/**
 * The part of an event that a policy's `uses` names, in the shape of the event: own properties only, a path that
 * leads nowhere adds nothing.
 *
 * @param paths - such as `toolName` or `params.command`.
 */
export function projectContext(event: JsonObject, paths: readonly string[]): JsonObject {
  let projected: JsonValue = {};
  for (const path of paths) {
    projected = merge(projected, pick(event, path.split(".")));
  }
  return isObject(projected) ? projected : {};
}

/** The value at the path, in objects of one key each; `undefined` when it is missing. */
function pick(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  const inner = pick(value[key] ?? null, rest);
  return inner === undefined ? undefined : Object.fromEntries([[key, inner]]);
}

function merge(left: JsonValue, right: JsonValue | undefined): JsonValue {
  if (right === undefined) return left;
  if (!isObject(left) || !isObject(right)) return right;
  const merged = new Map(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const before = merged.get(key);
    merged.set(key, before === undefined ? value : merge(before, value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
