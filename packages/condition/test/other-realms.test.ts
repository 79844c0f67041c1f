import { runInNewContext } from "node:vm";
import { types } from "node:util";
import { compile, parse } from "@gatehouse-hooks/condition";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";

/** A value of another realm: its objects inherit from another `Object.prototype`. */
const foreign = (source: string): unknown => runInNewContext(source) as unknown;

describe("plain data of another realm is plain data (M14)", () => {
  test.each([
    ["({})", {}],
    ["({ a: { b: [1, { c: null }], d: 'x' } })", { a: { b: [1, { c: null }], d: "x" } }],
    ["[]", []],
    ["[[1], { a: 2 }]", [[1], { a: 2 }]],
    ["JSON.parse('{\"a\":[1]}')", { a: [1] }],
    ["Object.assign(Object.create(null), { a: 1 })", { a: 1 }],
    ["Object.prototype.constructor.prototype.extra = 1; ({ a: 1 })", { a: 1 }],
    ["({ __proto__: null, constructor: 1 })", { constructor: 1 }],
  ])("%s", (source, expected) => {
    for (const options of [undefined, { isProxy: types.isProxy }]) {
      const { value, issue } = sealJson(foreign(source), options);
      expect(issue).toBeUndefined();
      expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
    }
  });

  test("is read by conditions as our own", () => {
    const event = foreign("({ toolName: 'exec', params: { items: ['a'] } })");
    const { value } = sealJson(event);
    const { ast } = parse('toolName == "exec" && params.items.any(x, x == "a") && !has(params.toString)');
    if (ast === null || value === undefined) throw new Error("not read");
    expect(compile(ast)(value)).toBe(true);
    expect(compile(ast)(event as Record<string, string>)).toBe(true);
  });

  test("bytes of another realm are bytes", () => {
    const bytes = foreign("Uint8Array.from([123, 125])") as Uint8Array;
    expect(JSON.stringify(parseJson(bytes).value)).toBe("{}");
  });
});

describe("what only looks plain is refused, of whatever realm (M14)", () => {
  test.each([
    "new Date(0)",
    "new Map()",
    "new Set([1])",
    "/a/",
    "new (class A { constructor() { this.a = 1; } })()",
    "new (class Object { constructor() { this.a = 1; } })()",
    "class A extends null {}; const a = Object.create(A.prototype); a.a = 1; a",
    "new (class extends Array {})()",
    "Object.create({ a: 1 })",
    "Object.create(Object.create(null))",
    "Object.create({ __proto__: null, constructor: Object })",
    "Object.create({ __proto__: null, constructor: function Object() {} })",
    "const p = { __proto__: null }; p.constructor = (function () {}).bind(); p.constructor.prototype = p; Object.create(p)",
    "const p = { __proto__: null }; p.constructor = new Proxy(Object, { getOwnPropertyDescriptor: (t, k) => Reflect.getOwnPropertyDescriptor(t, k) }); Object.create(p)",
    "const p = { __proto__: null }; Object.defineProperty(p, 'constructor', { get: () => Object }); Object.create(p)",
    "Object.create(new Proxy(Object.prototype, {}))",
    "Object.setPrototypeOf([1], null)",
    "Object.setPrototypeOf([1], Object.prototype)",
    "Object.setPrototypeOf([1], new Proxy(Array.prototype, {}))",
    "delete Object.prototype.constructor; ({ a: 1 })",
    "Math",
    "new Error('x')",
    "new Number(1)",
    "new Uint8Array(2)",
    "({ get a() { return 1; } })",
    "Object.defineProperty({}, 'a', { value: 1 })",
    "({ [Symbol('a')]: 1 })",
    "[1,,2]",
    "Object.assign([1], { a: 1 })",
    "() => 1",
  ])("%s", (source) => {
    for (const options of [undefined, { isProxy: types.isProxy }])
      expect(sealJson(foreign(source), options).issue?.code).toBe("json-not-plain");
  });

  test("a proxy is refused where a test for proxies is given, and else its answers are copied", () => {
    const proxy = foreign("new Proxy({ a: 1 }, {})");
    expect(sealJson(proxy, { isProxy: types.isProxy }).issue?.message).toBe("a proxy");
    expect(JSON.stringify(sealJson(proxy).value)).toBe('{"a":1}');
    const behind = Object.create(new Proxy(Object.create(null) as object, {})) as object;
    expect(sealJson(behind, { isProxy: types.isProxy }).issue?.code).toBe("json-not-plain");
  });

  test("no trap of a prototype is sprung where a test for proxies is given", () => {
    let sprung = 0;
    const trap = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          sprung++;
          return null;
        },
        getOwnPropertyDescriptor: () => {
          sprung++;
          return undefined;
        },
      },
    );
    expect(sealJson(Object.create(trap), { isProxy: types.isProxy }).issue?.code).toBe("json-not-plain");
    expect(sealJson(Object.setPrototypeOf([], trap), { isProxy: types.isProxy }).issue?.code).toBe(
      "json-not-plain",
    );
    expect(sprung).toBe(0);
  });

  test.each([
    "new Proxy(new Uint8Array(2), {})",
    "new Int8Array(2)",
    "new DataView(new ArrayBuffer(2))",
    "({ length: 2 })",
  ])("%s is not bytes", (source) => {
    expect(parseJson(foreign(source) as Uint8Array).issue?.code).toBe("json-syntax");
  });
});
