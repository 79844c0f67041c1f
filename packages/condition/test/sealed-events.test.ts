import { compile, compileSealed, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { Predicate } from "@gatehouse-hooks/condition";
import { parseJson, sealJson, sealJsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";

const source = {
  list: ["a", "b"],
  text: "ab",
  object: { "0": "zero", "-1": "minus", length: "own", map: "own", constructor: "own", "": "empty" },
  nothing: null,
  number: 0,
};
const events: readonly (readonly [string, JsonValue])[] = [
  ["sealed", sealJson(source).value ?? null],
  ["parsed", parseJson(JSON.stringify(source)).value ?? null],
  ["plain", source],
];

function compiled(text: string): Predicate {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  return compile(ast);
}

/** Names that a plain read would find on a prototype, or elsewhere than `lookup` does. */
const rows: readonly (readonly [condition: string, outcome: boolean])[] = [
  ["has(list.map)", false],
  ["has(list.constructor)", false],
  ["list.length == 2", true],
  ["list[0] == 'a'", true],
  ["has(list['0'])", false],
  ["has(list['00'])", false],
  ["has(list[2])", false],
  ["has(list[-1])", false],
  ["object[0] == 'zero'", true],
  ["object['0'] == 'zero'", true],
  ["object[-1] == 'minus'", true],
  ["object.length == 'own'", true],
  ["object.map == 'own'", true],
  ["object.constructor == 'own'", true],
  ["object[''] == 'empty'", true],
  ["has(object.toString)", false],
  ["has(text.length)", false],
  ["has(text[0])", false],
  ["has(text.trim)", false],
  ["has(number.toFixed)", false],
  ["has(nothing.a)", false],
  ["has(hasOwnProperty)", false],
  ["has(constructor)", false],
  ["has(__proto__)", false],
  ["has(missing.a.b.c.d.e)", false],
];

describe("compileSealed reads nothing else either", () => {
  const event = sealJsonObject(source).value;
  test.each(rows)("%s", (text, outcome) => {
    const { ast } = parse(text);
    if (ast === null || event === undefined) throw new Error("does not parse");
    expect(compileSealed(ast)(event)).toBe(outcome);
  });
});

describe.each(events)("a %s event holds its own data and nothing else", (_, event) => {
  test.each(rows)("%s", (text, outcome) => {
    expect(compiled(text)(event)).toBe(outcome);
  });
});

test("a change of the prototypes changes no answer, wherever a condition starts", () => {
  const predicates = [
    "missing == 'evil'",
    "true && missing == 'evil'",
    "missing.lower() == 'evil'",
    "list.any(x, x.missing == 'evil')",
    "text.missing == 'evil'",
    "list.missing == 'evil'",
  ].map(compiled);
  const prototypes = [
    Object.prototype,
    Array.prototype,
    String.prototype,
    Number.prototype,
  ] as object[] as Record<string, unknown>[];
  try {
    for (const prototype of prototypes) Object.assign(prototype, { missing: "evil" });
    for (const [, event] of events)
      expect(predicates.map((predicate) => predicate(event))).not.toContain(true);
  } finally {
    for (const prototype of prototypes) delete prototype["missing"];
  }
});

test("what only looks sealed takes the careful way", () => {
  const sealed = sealJson(source).value as object;
  let called = 0;
  const getter = { get: () => (called++, "a"), enumerable: true };
  const impostors = [
    Object.create(Object.getPrototypeOf(sealed) as object, { text: getter }) as object,
    Object.create(sealed) as object,
    new Proxy(sealed, { get: () => (called++, "a") }),
  ];
  for (const impostor of impostors) {
    for (const condition of [
      "text == 'a'",
      "text.startsWith('a') && !text.endsWith('b')",
      "true && text == 'a'",
    ])
      expect(compiled(condition)(impostor as JsonValue)).toBe(false);
  }
  expect(called).toBe(0);
});
