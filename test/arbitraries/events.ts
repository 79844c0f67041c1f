import fc from "fast-check";
import type { JsonValue } from "@gatehouse-hooks/json";
import { numbers, pathSets, strings } from "./pools.js";

const anyString = fc.oneof(fc.constantFrom(...strings), fc.string({ unit: "grapheme", maxLength: 6 }));
const anyNumber = fc.oneof(
  fc.constantFrom(...numbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
);

/** Any JSON value, with dangerous keys among the usual ones. */
export const jsonValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    anyString,
    anyNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom("x", "toolName", "params", "__proto__", "constructor", "length", "0", "toJSON"),
            fc.string({ maxLength: 3 }),
          ),
          tie("value"),
        ),
        { maxLength: 4 },
      )
      .map(objectOf),
  ),
})).value;

/** An object with own data properties only, also under `__proto__`. */
function objectOf(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  return JSON.parse(
    `{${entries
      .filter(([key], i) => entries.findIndex(([other]) => other === key) === i)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join()}}`,
  ) as JsonValue;
}

const list = fc.array(fc.oneof({ weight: 3, arbitrary: anyString }, { weight: 1, arbitrary: anyNumber }), {
  maxLength: 4,
});

/** What a path fact may be, and what is nearly one. */
export const pathFacts: fc.Arbitrary<JsonValue> = fc
  .record(
    {
      path: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...pathSets) },
        { weight: 1, arbitrary: anyString },
      ),
      home: fc.constantFrom<string | null>("~", "~/a", "~/*", "~/a/b", null),
      local: fc.constantFrom<string | null>(".", "./a", "./a/b", "./*", null),
      tree: fc.boolean(),
      folds: fc.boolean(),
      certainty: fc.constantFrom("exact", "exact", "maybe"),
      linksChecked: fc.constantFrom(true, true, false),
      homeGuessed: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((fact) => fact as unknown as JsonValue);

const fitting: fc.Arbitrary<JsonValue> = fc
  .record(
    {
      toolName: fc.constantFrom(...strings),
      agentId: fc.constantFrom(...strings),
      n: fc.constantFrom(...numbers),
      flag: fc.boolean(),
      tags: list,
      facts: fc.record({
        one: pathFacts,
        writes: fc.array(fc.oneof({ weight: 8, arbitrary: pathFacts }, { weight: 1, arbitrary: anyString }), {
          maxLength: 3,
        }),
      }),
      params: fc.record(
        {
          command: anyString,
          path: fc.constantFrom(...strings),
          n: fc.constantFrom(...numbers),
          flag: fc.boolean(),
          items: list,
          rows: fc.array(jsonValues, { maxLength: 3 }),
          o: jsonValues,
          none: fc.constant(null),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ["toolName", "params"] },
  )
  .map((event) => event as unknown as JsonValue);

/** Events: most fit the paths of `expressions`, some are anything. */
export const events: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 7, arbitrary: fitting },
  { weight: 1, arbitrary: jsonValues },
);
