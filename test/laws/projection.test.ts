import { type JsonObject, type JsonValue, isRecord, project, sealJsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonValues } from "../arbitraries/events.js";
import { assertLaw } from "../assert-law.js";

const name = fc.constantFrom("toolName", "params", "x", "__proto__", "constructor", "0", "length", "");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
const event = fc
  .dictionary(name, jsonValues, { maxKeys: 5 })
  .map((value) => sealJsonObject({ ...value, event: "e" }).value)
  .filter((value) => value !== undefined);

/** An oracle: each path picked alone, then merged. */
function merged(object: JsonObject, paths: readonly string[]): JsonValue {
  return paths.reduce<JsonValue>((all, names) => merge(all, pick(object, names.split("."))), {});
}

function pick(value: JsonValue, names: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = names;
  if (key === undefined) return value;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
  const inner = pick(value[key] ?? null, rest);
  return inner === undefined ? undefined : Object.fromEntries([[key, inner]]);
}

function merge(left: JsonValue, right: JsonValue | undefined): JsonValue {
  if (right === undefined) return left;
  if (!isRecord(left) || !isRecord(right)) return right;
  const both = new Map(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const before = both.get(key);
    both.set(key, before === undefined ? value : merge(before, value));
  }
  return Object.fromEntries(both);
}

/** One function serves the judge and the key of its verdict: what is shown is what the key was made of, and nothing beside it. */
test("projection: the part of an event is what each path names", () => {
  let parts = 0;
  const ran = assertLaw(
    fc.property(event, fc.array(path, { maxLength: 4 }), (one, paths) => {
      const keyed = project(one, paths);
      if (Object.keys(keyed).length > 0) parts++;
      expect(JSON.parse(JSON.stringify(merged(one, paths)))).toEqual(JSON.parse(JSON.stringify(keyed)));
    }),
  );
  // Paths that lead nowhere would prove nothing.
  expect(parts).toBeGreaterThan(ran / 10);
});
