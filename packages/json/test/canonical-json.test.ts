import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import stableStringify from "fast-json-stable-stringify";
import { describe, expect, test } from "vitest";
import { canonicalJson, NotJsonError } from "@gatehouse-hooks/json/canonical";
import type { Json } from "./arbitrary-json.js";
import { json, objectOf, reordered } from "./arbitrary-json.js";
import { assertLaw } from "../../../test/assert-law.js";

describe("on JSON values", () => {
  test("equals fast-json-stable-stringify", () => {
    assertLaw(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(stableStringify(value));
      }),
    );
  });

  test("equals it again and again on records of one shape, and when some properties are undefined", () => {
    const record = fc.record(
      { b: json, a: json, "10": json, c: fc.option(json, { nil: undefined }) },
      { requiredKeys: [] },
    );
    assertLaw(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        expect(canonicalJson(records)).toBe(stableStringify(records));
      }),
    );
  });

  test.each([
    [
      [
        { a: 1, b: 2 },
        { a: undefined, b: 2 },
        { a: 3, b: undefined },
      ],
      '[{"a":1,"b":2},{"b":2},{"a":3}]',
    ],
    [
      [
        { a: 1, b: 2, c: 3 },
        { a: undefined, b: undefined, c: 3 },
      ],
      '[{"a":1,"b":2,"c":3},{"c":3}]',
    ],
    [
      [
        { a: 1, b: 2, c: 3 },
        { a: 1, b: undefined, c: 3 },
      ],
      '[{"a":1,"b":2,"c":3},{"a":1,"c":3}]',
    ],
    [[{ a: 1 }, { a: undefined }], '[{"a":1},{}]'],
  ])("a property that is undefined in one record of a shape: %j", (records, text) => {
    expect(canonicalJson(records)).toBe(text);
  });

  test("is read back by JSON.parse as the same value", () => {
    assertLaw(
      fc.property(json, (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), withoutMinusZero(value))).toBe(true);
      }),
    );
  });

  test("equals it on objects with many keys, awkward ones among them", () => {
    const key = fc.oneof(
      fc.nat(99).map(String),
      fc.string({ maxLength: 3 }),
      fc.constantFrom('"', "\\", "\n", "\ud800"),
    );
    const leaf = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('"', "\\", "\udc00", 1, null, {}, []));
    assertLaw(
      fc.property(fc.array(fc.tuple(key, leaf), { maxLength: 80, size: "max" }), (entries) => {
        const value = objectOf(entries);
        expect(canonicalJson(value)).toBe(stableStringify(value));
      }),
      { quick: 500 },
    );
  });

  test("does not depend on the order of keys", () => {
    assertLaw(
      fc.property(json, (value) => {
        expect(canonicalJson(reordered(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("is the same text iff the values are equal", () => {
    assertLaw(
      fc.property(json, json, (a, b) => {
        const equal = isDeepStrictEqual(withoutMinusZero(a), withoutMinusZero(b));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(equal);
      }),
    );
  });

  test.each([
    ["minus zero", -0, "0"],
    ["number forms", JSON.parse("[1.0, 1e0, 100e-2, 1E3]"), "[1,1,1,1000]"],
    ["lone surrogates", ["\ud800", "\udc00\ud800", "\ufffd"], '["\\ud800","\\udc00\\ud800","\ufffd"]'],
    ["normal forms of Unicode", ["\u00e9", "e\u0301"], '["\u00e9","e\u0301"]'],
    [
      "keys by UTF-16 code unit",
      { "\u{1f600}": 1, "\uffff": 2, "9": 3, "10": 4 },
      '{"10":4,"9":3,"\u{1f600}":1,"\uffff":2}',
    ],
    ["own __proto__", JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    ["undefined as absent", { a: 1, b: undefined }, '{"a":1}'],
    ["only undefined", { a: undefined }, "{}"],
    ["undefined before the rest", { a: undefined, b: 1 }, '{"b":1}'],
    ["no prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["empty", [{}, [], ""], '[{},[],""]'],
    ["control characters", "\u0000\n\u001f\u007f\u2028", '"\\u0000\\n\\u001f\u007f\u2028"'],
  ])("%s", (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("a long text is written as a short one", () => {
    const long = 'x"\ud800'.repeat(5_000);
    expect(canonicalJson(long)).toBe(JSON.stringify(long));
  });

  test("sealed records and lists are plain", () => {
    const recordPrototype = Object.freeze(Object.create(null) as object);
    const listPrototype = Object.freeze(Object.create(null, { map: { value: () => [] } }) as object);
    const record = Object.freeze(Object.assign(Object.create(recordPrototype) as object, { b: 1, a: 2 }));
    const list = Object.freeze(Object.setPrototypeOf([record, "x"], listPrototype) as unknown[]);
    expect(canonicalJson({ list })).toBe('{"list":[{"a":2,"b":1},"x"]}');
  });

  test("64 levels are written", () => {
    const value = nest(64, []);
    expect(canonicalJson(value)).toBe(stableStringify(value));
  });
});

const cycle: unknown[] = [];
cycle.push({ again: cycle });

function nest(levels: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}

function withAccessor(target: object, key: PropertyKey): object {
  return Object.defineProperty(target, key, {
    enumerable: true,
    get: () => {
      throw new Error("a getter was called");
    },
  });
}

function doubled(times: number): unknown {
  let value: unknown = ["x"];
  for (let i = 0; i < times; i++) value = [value, value];
  return value;
}

class Point {
  x = 1;
}
class SubList extends Array<number> {}

describe("refuses what is not JSON", () => {
  const rows: [string, unknown, RegExp, (string | number)[]?][] = [
    ["undefined", undefined, /undefined at the top level/],
    ["undefined in a list", { a: [1, undefined] }, /undefined at `a\[1\]`/, ["a", 1]],
    ["a function", { cb: () => 1 }, /a function at `cb`/, ["cb"]],
    ["a symbol", { a: Symbol("s") }, /a symbol/],
    ["a BigInt", { n: 10n }, /a bigint at `n`/],
    ["NaN", [Number.NaN], /the number NaN/],
    ["Infinity", { a: { b: -Infinity } }, /the number -Infinity at `a\.b`/, ["a", "b"]],
    ["a Date", { at: new Date(0) }, /of a class/],
    ["a Map", new Map(), /of a class/],
    ["a Set", new Set(), /of a class/],
    ["a RegExp", /a/, /of a class/],
    ["an Error", new Error("x"), /of a class/],
    ["a class instance", new Point(), /of a class/],
    ["a boxed string", new String("a"), /of a class/],
    ["bytes", new Uint8Array([1]), /of a class/],
    ["inherited data", Object.create({ command: "rm" }), /of a class/],
    ["a subclass of Array", new SubList(1, 2), /a list of an unknown class/],
    ["a list without prototype", Object.setPrototypeOf([1], null), /a list of an unknown class/],
    // oxlint-disable-next-line no-sparse-arrays -- a hole is what is tried
    ["a hole", [, 1], /holes/],
    [
      "an empty list that says it is long",
      Object.assign([], { length: 4_294_967_295 }),
      /more than 100000 values/,
    ],
    ["a list with a property", Object.assign(["a"], { extra: 1 }), /extra properties/],
    ["a list with a symbol", Object.assign(["a"], { [Symbol.iterator]: 1 }), /extra properties/],
    ["a symbol key", { [Symbol("s")]: 1 }, /a property named by a symbol/],
    [
      "a hidden property",
      Object.defineProperty({}, "h", { value: 1, enumerable: false }),
      /a hidden property/,
    ],
    [
      "a hidden property after others",
      { z: Object.defineProperty({ a: 1, b: "x" }, "c", { value: 1, enumerable: false }) },
      /a hidden property at `z`/,
      ["z"],
    ],
    ["a getter", { a: withAccessor({}, "secret") }, /an accessor at `a\.secret`/, ["a", "secret"]],
    ["a getter in a list", withAccessor(["x"], 1), /an accessor at `\[1\]`/, [1]],
    ["a getter called __proto__", withAccessor({}, "__proto__"), /an accessor/],
    ["toJSON", { toJSON: () => 1 }, /a function at `toJSON`/],
    ["toString", { a: { toString: () => "x" } }, /a function/],
    ["a cycle", cycle, /a cycle/],
    ["65 levels", nest(65, []), /more than 64 levels of nesting/],
    ["20,000 levels", nest(20_000, []), /more than 64 levels of nesting/],
    ["too many values", Array.from({ length: 100_000 }, () => 0), /more than 100000 values/],
    ["too many by doubling", doubled(40), /more than 100000 values/],
    [
      "a million keys",
      objectOf(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1] as const)),
      /more than 100000 values/,
    ],
    ["a revoked proxy", revoked(), /cannot be read/],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("from the trap");
          },
        },
      ),
      /cannot be read/,
    ],
  ];

  test.each(rows)("%s", (_name, value, message, path) => {
    const error = thrownBy(() => canonicalJson(value));
    expect(error).toBeInstanceOf(NotJsonError);
    const refusal = error as NotJsonError;
    expect(refusal.code).toBe("not-json");
    expect(refusal.message).toMatch(message);
    if (path !== undefined) expect(refusal.path).toEqual(path);
    // It works on after a refusal.
    expect(canonicalJson({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  });

  test("99,999 values in a list are accepted", () => {
    expect(canonicalJson(Array.from({ length: 99_999 }, () => 0))).toHaveLength(2 * 99_999 + 1);
  });

  test("the message never holds a value, and no raw control or bidirectional character", () => {
    const error = thrownBy(() =>
      canonicalJson({ "\u202e\u001b[31m": { token: Number.NaN, secret: "hunter2" } }),
    );
    expect((error as Error).message).not.toContain("hunter2");
    expect((error as Error).message).toMatch(/^[ -~…]*$/);
  });

  test("a trap that encodes another value does not disturb the one being encoded", () => {
    const target = { b: 1, a: 2 };
    const nosy = new Proxy(target, {
      ownKeys: () => {
        canonicalJson({ z: ["other"] });
        return ["b", "a"];
      },
    });
    expect(canonicalJson({ before: 1, nosy, theme: 2 })).toBe('{"before":1,"nosy":{"a":2,"b":1},"theme":2}');
  });
});

test("a polluted Object.prototype changes nothing", () => {
  const prototype = Object.prototype as unknown as Record<string, unknown>;
  try {
    prototype["toJSON"] = () => "polluted";
    prototype["evil"] = "x";
    expect(canonicalJson({ b: [1], a: {} })).toBe('{"a":{},"b":[1]}');
  } finally {
    delete prototype["toJSON"];
    delete prototype["evil"];
  }
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return { params: proxy };
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function withoutMinusZero(value: Json): Json {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null) return value;
  return objectOf(Object.entries(value).map(([name, item]) => [name, withoutMinusZero(item)] as const)) as {
    [name: string]: Json;
  };
}

test("records are taken, and a getter under such a prototype is refused without a call: sealed is what has the brand", () => {
  const prototype: object = Object.freeze(Object.create(null) as object);
  const record = Object.assign(Object.create(prototype) as object, { b: 1, a: "x" });
  expect(canonicalJson(record)).toBe('{"a":"x","b":1}');
  let calls = 0;
  const forged = Object.defineProperty(Object.create(prototype) as object, "a", {
    enumerable: true,
    get: () => ++calls,
  });
  expect(() => canonicalJson(forged)).toThrow(NotJsonError);
  expect(calls).toBe(0);
});
