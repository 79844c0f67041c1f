import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { append } from "@gatehouse-hooks/json/intrinsics";
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

const arrays: object = Array.prototype;
const pollutions: readonly (readonly [string, (see: (value: unknown) => void) => void])[] = [
  [
    "a setter of an index",
    (see) => void Object.defineProperty(arrays, "0", { configurable: true, get: () => "evil", set: see }),
  ],
  [
    "a proxy that has no index and takes each",
    (see) => {
      const takes = (_: object, __: PropertyKey, value: unknown): boolean => (see(value), true);
      const inherited: object = { __proto__: Object.prototype };
      Object.setPrototypeOf(arrays, new Proxy(inherited, { has: () => false, set: takes }));
    },
  ],
];

test.each(pollutions)("what is appended to a list is not seen by %s", (_, pollute) => {
  const list: unknown[] = [];
  const seen: unknown[] = [];
  try {
    pollute((value) => seen.push(value));
    append(list, "own");
  } finally {
    delete (arrays as Record<string, unknown>)["0"];
    Object.setPrototypeOf(arrays, Object.prototype);
  }
  expect(Object.getOwnPropertyDescriptors(list)).toMatchObject({ 0: { value: "own" }, length: { value: 1 } });
  expect(seen).toEqual([]);
});
