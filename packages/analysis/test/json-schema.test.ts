import { sealJson } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { readJsonSchema } from "../src/index.js";
import { misfitsOf } from "../src/types/value-tests.js";

/** A schema as a server may send it. */
type Schema = boolean | { readonly [keyword: string]: unknown };

const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];

const { schema } = fc.letrec<{ readonly schema: Schema }>((tie) => {
  const constant = fc.constantFrom<unknown>("a", "b", 1, 2.5, true, false, null);
  const keywords = fc.record(
    {
      type: fc.oneof(fc.constantFrom(...TYPES), fc.uniqueArray(fc.constantFrom(...TYPES), { maxLength: 3 })),
      enum: fc.array(constant, { maxLength: 3 }),
      const: constant,
      properties: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"), { maxKeys: 2 }),
      required: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 2 }),
      additionalProperties: tie("schema"),
      items: tie("schema"),
      anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      $ref: fc.constantFrom("#/$defs/one", "#/definitions/two", "#/$defs/none", "other.json"),
      minLength: fc.constant(1),
      pattern: fc.constant("^a"),
    },
    { requiredKeys: [] },
  );
  // With many keywords at once few values are accepted.
  const few = fc
    .tuple(keywords, fc.integer({ min: 0, max: 20 }))
    .map(([all, from]) => Object.fromEntries(rotated(Object.entries(all), from).slice(0, 2)));
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 6, arbitrary: few },
    ),
  };
});

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

const { value } = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>("a", "b", "", 1, 2, 2.5, true, false, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), tie("value"), { maxKeys: 3 }),
  ),
}));

/** What JSON Schema says of a value (draft 2020-12, of the keywords above), as directly as it can be written. */
function accepts(one: unknown, of: unknown, root: unknown, depth = 0): boolean {
  if (typeof one === "boolean" || depth > 30) return one !== false;
  const keywords = new Map(Object.entries(one as object));
  const all = (key: string): readonly unknown[] => (keywords.get(key) ?? []) as readonly unknown[];
  const inside = (part: unknown, item: unknown = of): boolean => accepts(part, item, root, depth + 1);
  const same = (item: unknown): boolean => JSON.stringify(item) === JSON.stringify(of);
  if (keywords.has("$ref")) {
    const target = referred(String(keywords.get("$ref")), root);
    if (target !== undefined && !inside(target)) return false;
  }
  const types = Array.isArray(keywords.get("type")) ? all("type") : [keywords.get("type")];
  if (keywords.has("type") && !types.some((type) => isA(String(type), of))) return false;
  if (keywords.has("enum") && !all("enum").some(same)) return false;
  if (keywords.has("const") && !same(keywords.get("const"))) return false;
  if (keywords.has("anyOf") && !all("anyOf").some((part) => inside(part))) return false;
  if (keywords.has("oneOf") && all("oneOf").filter((part) => inside(part)).length !== 1) return false;
  if (!all("allOf").every((part) => inside(part))) return false;
  if (Array.isArray(of))
    return !keywords.has("items") || of.every((item) => inside(keywords.get("items"), item));
  if (typeof of !== "object" || of === null) return true;
  if (!all("required").every((name) => Object.hasOwn(of, String(name)))) return false;
  const properties = (keywords.get("properties") ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(of).every(([name, item]) =>
    Object.hasOwn(properties, name)
      ? inside(properties[name], item)
      : !keywords.has("additionalProperties") || inside(keywords.get("additionalProperties"), item),
  );
}

function referred(reference: string, root: unknown): unknown {
  const [, group = "", name = ""] = reference.split("/");
  const groups = root as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  const found = Object.hasOwn(groups, group) ? groups[group] : undefined;
  return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined;
}

function isA(type: string, of: unknown): boolean {
  if (type === "array") return Array.isArray(of);
  if (type === "null") return of === null;
  if (type === "integer") return Number.isInteger(of);
  return type === "object" ? typeof of === "object" && of !== null && !Array.isArray(of) : typeof of === type;
}

test("law: what a schema accepts is of the type that is read of it", () => {
  let accepted = 0;
  let refused = 0;
  assertLaw(
    fc.property(
      schema,
      schema,
      schema,
      fc.array(value, { minLength: 8, maxLength: 8 }),
      (one, other, main, some) => {
        const root =
          typeof main === "boolean" ? main : { ...main, $defs: { one }, definitions: { two: other } };
        const sealed = sealJson(root).value;
        if (sealed === undefined) throw new Error("expected JSON");
        const type = readJsonSchema(sealed);
        for (const each of some) {
          const given = sealJson(each).value;
          if (given === undefined) throw new Error("expected JSON");
          const fits = misfitsOf(given, type).length === 0;
          if (!fits) refused++;
          if (!accepts(root, each, root)) continue;
          accepted++;
          expect(fits).toBe(true);
        }
      },
    ),
    { quick: 100, full: 20_000 },
  );
  expect(accepted).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});

test.each<[string, Schema, unknown, boolean]>([
  ["a closed object", { properties: { a: {} }, additionalProperties: false }, { b: 1 }, false],
  [
    "an object with patterns",
    { additionalProperties: false, patternProperties: { "^b": {} } },
    { b: 1 },
    true,
  ],
  ["fields of a type", { additionalProperties: { type: "string" } }, { b: 1 }, false],
  [
    "a schema that is not one",
    { type: 7, properties: [], enum: {}, anyOf: "x", items: 3, allOf: {} },
    [{ b: 1 }],
    true,
  ],
  ["an unknown type", { type: ["string", "date"] }, 3, true],
  ["nullable", { type: "string", nullable: true }, null, true],
  ["a first item of its own", { items: { type: "string" }, prefixItems: [{ type: "number" }] }, [3], true],
])("%s", (_, one, given, fits) => {
  const sealed = sealJson(one).value;
  const item = sealJson(given).value;
  if (sealed === undefined || item === undefined) throw new Error("expected JSON");
  expect(misfitsOf(item, readJsonSchema(sealed)).length === 0).toBe(fits);
});

test("what is too large or too deep is anything, and costs little", () => {
  const wide = { anyOf: Array.from({ length: 40 }, () => ({ $ref: "#/$defs/wide" })) };
  const schemaOf = (text: string) => sealJson(JSON.parse(text)).value ?? null;
  const exponential = readJsonSchema(schemaOf(JSON.stringify({ ...wide, $defs: { wide } })));
  expect(misfitsOf("x", exponential)).toEqual([]);
  const deep = `${'{"type":"array","items":'.repeat(40)}{"type":"string"}${"}".repeat(40)}`;
  expect(misfitsOf(schemaOf(`${"[".repeat(40)}3${"]".repeat(40)}`), readJsonSchema(schemaOf(deep)))).toEqual(
    [],
  );
  const many = { enum: Array.from({ length: 201 }, (_, i) => i) };
  expect(misfitsOf("x", readJsonSchema(schemaOf(JSON.stringify(many))))).toEqual([]);
});
