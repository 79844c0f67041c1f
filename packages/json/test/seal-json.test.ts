import { isSealed, parseJson, plainData, sealJson, sealJsonObject } from "@gatehouse-hooks/json";
import type { JsonValue } from "@gatehouse-hooks/json";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { jsonValues } from "../../../test/arbitraries/events.js";
import { assertLaw } from "../../../test/assert-law.js";

const pollution = Object.prototype as Record<string, unknown>;

function clean(): void {
  for (const key of ["polluted", "toJSON", "get", "value"]) delete pollution[key];
}
afterEach(clean);

/** Every object and list in a value. */
function* containers(value: JsonValue): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const member of Object.values(value)) yield* containers(member);
}

test("JSON is copied exactly, frozen to the last level, and inherits no data", () => {
  assertLaw(
    fc.property(jsonValues, (value) => {
      const { value: sealed } = sealJson(value, { loneSurrogates: "keep" });
      if (sealed === undefined) throw new Error("refused");
      expect(JSON.stringify(sealed)).toBe(JSON.stringify(value));
      for (const container of containers(sealed)) {
        expect(Object.isFrozen(container)).toBe(true);
        expect(container).not.toBeInstanceOf(Object);
      }
    }),
  );
});

test("a change of the original does not show", () => {
  const original = { a: { b: ["x"] } };
  const { value } = sealJson(original);
  original.a.b.push("y");
  original.a = { b: [] };
  expect(JSON.stringify(value)).toBe('{"a":{"b":["x"]}}');
});

test("a polluted Object.prototype does not show, not even while sealing", () => {
  const withSetter = Object.defineProperty({}, "x", { set() {}, enumerable: true });
  for (const key of ["polluted", "toJSON", "get"]) pollution[key] = () => "stolen";
  pollution["value"] = "stolen";
  const values = [sealJson({ a: {}, b: [{}] }).value, parseJson('{"a":{},"b":[{}]}').value];
  const seen = values.flatMap((value) => {
    const { a, b } = value as { readonly a: object; readonly b: readonly object[] };
    return ["polluted" in a, "polluted" in b, "polluted" in (b[0] ?? {}), JSON.stringify(value)];
  });
  const refused = sealJson(withSetter).issue?.code;
  clean();
  expect(seen).toEqual([false, false, false, '{"a":{},"b":[{}]}', false, false, false, '{"a":{},"b":[{}]}']);
  expect(refused).toBe("json-not-plain");
});

test("sealed lists keep the array methods, as they were when the module loaded", () => {
  const { value } = sealJson(["a", "b"]);
  const list = value as readonly string[];
  expect(Array.isArray(list)).toBe(true);
  expect(list.map((item) => item.toUpperCase())).toEqual(["A", "B"]);
  expect([...list].concat(list)).toEqual(["a", "b", "a", "b"]);
});

test("an event may hold any key, and none is special", () => {
  const keys = ["__proto__", "constructor", "toJSON", "then", "", "length", "0"];
  const text = `{${keys.map((key) => `${JSON.stringify(key)}:"own"`).join()}}`;
  for (const value of [sealJson(JSON.parse(text)).value, parseJson(text).value]) {
    expect(Object.keys(value as object).toSorted()).toEqual(keys.toSorted());
  }
});

describe("isSealed", () => {
  const { value } = sealJsonObject({ a: 1 });
  if (value === undefined) throw new Error("refused");

  test("knows its own", () => {
    expect(isSealed(value)).toBe(true);
    expect(sealJson(value).value).toBe(value);
  });

  test.each([
    ["a copy", { ...value }],
    ["an object with the same prototype", Object.create(Object.getPrototypeOf(value) as object)],
    ["an object that inherits from a sealed one", Object.create(value)],
    ["a proxy of one", new Proxy(value, {})],
    ["a list", sealJson([]).value],
    ["nothing", null],
    ["text", "{}"],
  ])("and not %s", (_, other) => {
    expect(isSealed(other)).toBe(false);
  });
});

test("sealed values within new objects are copied, so a value is always a tree", () => {
  let value: unknown = { x: 1 };
  let issue: string | undefined;
  for (let i = 0; i < 40 && issue === undefined; i++) {
    const result = sealJson({ a: value, b: value });
    issue = result.issue?.code;
    value = result.value;
  }
  expect(issue).toBe("json-too-many");
});

test("undefined members are left out, undefined elements are refused", () => {
  expect(JSON.stringify(sealJson({ a: undefined, b: 1 }).value)).toBe('{"b":1}');
  expect(Object.keys(sealJson({ a: undefined }).value as object)).toEqual([]);
  expect(sealJson([undefined]).issue?.code).toBe("json-not-plain");
});

test("an issue says where, in one clean line", () => {
  const { issue } = sealJson({ params: { items: [1, () => 1] } });
  expect(issue?.message).toBe("expected JSON data, found a value of type function at `params.items[1]`");
  expect(sealJson({ "a\nb": NaN }).issue?.message).toBe("a number that is not finite at `a\\nb`");
});

test("a list of a subclass, an instance and a prototype of one's own are refused", () => {
  class Items extends Array<string> {}
  class Point {
    readonly x = 1;
  }
  for (const value of [new Items(), new Point(), Object.create({ x: 1 }) as object, new Date(0)]) {
    expect(sealJson({ value }).issue?.code).toBe("json-not-plain");
  }
});

test("what is said to be plain data is sealed as anything else is, and its values are checked", () => {
  assertLaw(
    fc.property(fc.dictionary(fc.string(), jsonValues), (made) => {
      const options = { loneSurrogates: "keep" } as const;
      const { value: sealed } = sealJson(plainData({ ...made }), options);
      if (sealed === undefined) throw new Error("refused");
      expect(isDeepStrictEqual(sealed, sealJson(made, options).value)).toBe(true);
      for (const container of containers(sealed)) expect(Object.isFrozen(container)).toBe(true);
    }),
  );
  expect(sealJson(plainData({ a: ["\ud800"] }))).toEqual(sealJson({ a: ["\ud800"] }));
  expect(sealJson(plainData({ a: [() => 1] }))).toEqual(sealJson({ a: [() => 1] }));
  expect(sealJson(plainData({ a: undefined, b: [-0] })).value).toStrictEqual(sealJson({ b: [0] }).value);
});

test("a getter in what was said to be plain is asked once, and what it gives is copied", () => {
  let asked = 0;
  const given = {
    get a() {
      return [++asked];
    },
  };
  const { value } = sealJson(plainData(given));
  expect([value, value]).toEqual([{ a: [1] }, { a: [1] }]);
});
