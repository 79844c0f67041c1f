import * as z from "zod";
import { expect, test } from "vitest";
import { openWords } from "../../../../tools/json-shapes/fields.js";
import { breakingChanges } from "../../../../tools/json-shapes/breaking-changes.js";
import { jsonSchemaOfShape } from "../../../../tools/json-shapes/json-schema.js";

const changes = (before: z.ZodType, after: z.ZodType): readonly string[] => {
  const of = (schema: z.ZodType) =>
    jsonSchemaOfShape({ command: "x", version: 1, forms: [{ when: "always", schema }] });
  return breakingChanges(of(before), of(after));
};
const object = z.strictObject;
const base = object({ a: z.string(), b: z.int().optional(), c: z.array(object({ d: z.boolean() })) });
const kinds = (...names: readonly string[]): z.ZodType =>
  z.union(names.map((name) => object({ kind: z.literal(name), a: z.string() })));

test.each<[name: string, before: z.ZodType, after: z.ZodType]>([
  ["nothing", base, base],
  ["a new field", base, base.extend({ e: z.string() })],
  ["a new field deep inside", base, base.extend({ c: z.array(object({ d: z.boolean(), e: z.int() })) })],
  ["a field that is always there now", base, base.extend({ b: z.int() })],
  ["a whole number for a number", object({ a: z.number() }), object({ a: z.int() })],
  ["a value that is not printed any more", object({ a: z.enum(["x", "y"]) }), object({ a: z.enum(["x"]) })],
  ["null that is not printed any more", object({ a: z.string().nullable() }), object({ a: z.string() })],
  [
    "a new word where words may be added",
    object({ a: openWords(["x"], "") }),
    object({ a: openWords(["x", "y"], "") }),
  ],
  [
    "another meaning in other words",
    object({ a: z.string().describe("a") }),
    object({ a: z.string().describe("b") }),
  ],
  ["a part with a name", object({ a: base }), object({ a: base.meta({ id: "named-part" }) })],
  [
    "a field of one form",
    kinds("x", "y"),
    z.union([kinds("x"), object({ kind: z.literal("y"), a: z.string(), b: z.int() })]),
  ],
  ["what may be anything", object({ a: z.unknown() }), object({ a: z.string() })],
])("an addition: %s", (_, before, after) => {
  expect(changes(before, after)).toEqual([]);
});

test.each<[name: string, before: z.ZodType, after: z.ZodType, said: RegExp]>([
  ["a field is gone", base, base.omit({ a: true }), /^a: it is gone$/],
  ["a field may be missing", base, base.extend({ a: z.string().optional() }), /^a: it may be missing$/],
  ["another type", base, base.extend({ b: z.string().optional() }), /^b: it is string, and was integer$/],
  ["a field deep inside", base, base.extend({ c: z.array(object({})) }), /^c\[\]\.d: it is gone$/],
  ["null", base, base.extend({ a: z.string().nullable() }), /^a: /],
  ["a new word", object({ a: z.enum(["x"]) }), object({ a: z.enum(["x", "y"]) }), /^a: it can be y$/],
  ["any word", object({ a: z.enum(["x"]) }), object({ a: z.string() }), /^a: it can be other values$/],
  ["a new form", kinds("x", "y"), kinds("x", "y", "z"), /forms is new/],
  ["a form that is gone", kinds("x", "y"), kinds("x"), /forms is gone/],
  ["a number for a whole number", object({ a: z.int() }), object({ a: z.number() }), /^a: /],
  [
    "values of a record",
    object({ a: z.record(z.string(), z.int()) }),
    object({ a: z.record(z.string(), z.string()) }),
    /^a\{\}: /,
  ],
  [
    "elements of a tuple",
    object({ a: z.tuple([z.int(), z.int()]) }),
    object({ a: z.tuple([z.int(), z.string()]) }),
    /^a\[1\]: /,
  ],
  [
    "a part with a name",
    object({ a: base.meta({ id: "p1" }) }),
    object({ a: base.omit({ a: true }).meta({ id: "p2" }) }),
    /^a\.a: it is gone$/,
  ],
])("not an addition: %s", (_, before, after, said) => {
  const found = changes(before, after);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(said);
});
