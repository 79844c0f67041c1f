import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";

const source = { list: ["a", "b"], text: "ab" };
const events: readonly (readonly [string, JsonValue])[] = [
  ["sealed", sealJson(source).value ?? null],
  ["parsed", parseJson(JSON.stringify(source)).value ?? null],
  ["plain", source],
];

// In a file of its own: V8 never again takes its quick way to elements in a process where this has been done.
test.each(events)("an index on the prototypes is no element of a %s event", (_, event) => {
  const { ast } = parse("list[7] == 'evil' || has(text[7]) || list.any(x, x == 'evil')");
  if (ast === null) throw new Error("does not parse");
  const prototypes = [Object.prototype, Array.prototype, String.prototype] as object[] as Record<
    string,
    unknown
  >[];
  try {
    for (const prototype of prototypes) prototype["7"] = "evil";
    expect(compile(ast)(event)).toBe(false);
  } finally {
    for (const prototype of prototypes) delete prototype["7"];
  }
});
