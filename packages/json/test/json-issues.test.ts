import {
  isSealed,
  parseJson,
  parseJsonObject,
  sealJson,
  sealJsonObject,
  type SealOptions,
} from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";

const badString = "a string that is not closed, or holds a control character or a bad escape";
const more = "expected one JSON value, found more text";
const inexact = "an integer that cannot be kept exactly: write it as a string";

describe("text that is refused, with its place", () => {
  test.each<readonly [text: string, code: string, offset: number, message: string]>([
    ["[", "json-syntax", 1, "expected a JSON value, found the end"],
    ["[1", "json-syntax", 2, "expected `,` or `]`, found the end"],
    ["[1,", "json-syntax", 3, "expected a JSON value, found the end"],
    ["[,1]", "json-syntax", 1, "expected a JSON value, found `,`"],
    ["[1}", "json-syntax", 2, "expected `,` or `]`, found `}`"],
    ["{", "json-syntax", 1, "expected a string, found the end"],
    ["{,}", "json-syntax", 1, "expected a string, found `,`"],
    ["{1:2}", "json-syntax", 1, "expected a string, found `1`"],
    ['{"a"', "json-syntax", 4, "expected `:`, found the end"],
    ['{"a" :', "json-syntax", 6, "expected a JSON value, found the end"],
    ['{"a":}', "json-syntax", 5, "expected a JSON value, found `}`"],
    ['{"a":1,}', "json-syntax", 7, "expected a string, found `}`"],
    ['{"a":1 "b":2}', "json-syntax", 7, 'expected `,` or `}`, found `"`'],
    ['{"a":1]', "json-syntax", 6, "expected `,` or `}`, found `]`"],
    ["]", "json-syntax", 0, "expected a JSON value, found `]`"],
    ["nul", "json-syntax", 0, "expected a JSON value, found `n`"],
    ["True", "json-syntax", 0, "expected a JSON value, found `T`"],
    [" -a", "json-syntax", 1, "expected a JSON value, found `-`"],
    ["+1", "json-syntax", 0, "expected a JSON value, found `+`"],
    [".5", "json-syntax", 0, "expected a JSON value, found `.`"],
    ["\ufeff1", "json-syntax", 0, "expected a JSON value, found `\\u{feff}`"],
    ["\u00a01", "json-syntax", 0, "expected a JSON value, found `\\u{a0}`"],
    ["\f1", "json-syntax", 0, "expected a JSON value, found `\\u{c}`"],
    ["/**/1", "json-syntax", 0, "expected a JSON value, found `/`"],
    ["'a'", "json-syntax", 0, "expected a JSON value, found `'`"],
    ['"a', "json-syntax", 0, badString],
    ['["a', "json-syntax", 1, badString],
    ['"\\x"', "json-syntax", 0, badString],
    ['"\\u12"', "json-syntax", 0, badString],
    ['"\\u12g4"', "json-syntax", 0, badString],
    ['"\u001f"', "json-syntax", 0, badString],
    ['"\\', "json-syntax", 0, badString],
    ["nullx", "json-trailing-text", 4, more],
    ["1.", "json-trailing-text", 1, more],
    ["01", "json-trailing-text", 1, more],
    ["1e", "json-trailing-text", 1, more],
    ["1e+", "json-trailing-text", 1, more],
    ["1 // x", "json-trailing-text", 2, more],
    ["[1]]", "json-trailing-text", 3, more],
    ["1\u00a0", "json-trailing-text", 1, more],
    ['{"a":1,"b":2,"a":3}', "json-duplicate-key", 13, "duplicate key `a`"],
    ['{"\\r\\t\\n":1,"\\r\\t\\n":2}', "json-duplicate-key", 12, "duplicate key `\\r\\t\\n`"],
    [
      `{"${"k".repeat(40)}":1,"${"k".repeat(40)}":2}`,
      "json-duplicate-key",
      46,
      `duplicate key \`${"k".repeat(40)}\``,
    ],
    [
      `{"${"k".repeat(41)}":1,"${"k".repeat(41)}":2}`,
      "json-duplicate-key",
      47,
      `duplicate key \`${"k".repeat(40)}…\``,
    ],
    ['{"__proto__":1,"__proto__":2}', "json-duplicate-key", 15, "duplicate key `__proto__`"],
    ["[1e400]", "json-number", 1, "a number out of range"],
    ["[ -9007199254740992]", "json-number", 2, inexact],
    ["[9007199254740993]", "json-number", 1, inexact],
    ['{"\\ud800":1}', "json-lone-surrogate", 1, "a string with half of a surrogate pair"],
    ['["\\udc00\\ud800"]', "json-lone-surrogate", 1, "a string with half of a surrogate pair"],
  ])("%j", (text, code, offset, message) => {
    expect(parseJson(text)).toEqual({
      issue: { severity: "error", code, message, offset, line: 1, column: offset + 1 },
    });
    // From bytes the place is the same.
    expect(parseJson(new TextEncoder().encode(text))).toEqual(parseJson(text));
  });

  test("the place is one of lines and columns", () => {
    expect(parseJson('{\r\n"a":\n  [1 2]}').issue).toMatchObject({ offset: 13, line: 3, column: 6 });
  });
});

test.each<readonly [text: string, value: unknown]>([
  ["null", null],
  [" true ", true],
  ["\tfalse\r\n", false],
  ["0", 0],
  ["-0", 0],
  ["-12", -12],
  ["1.50", 1.5],
  ["1E+2", 100],
  ["25e-2", 0.25],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["-9007199254740991", Number.MIN_SAFE_INTEGER],
  ["9007199254740992.0", 9_007_199_254_740_992],
  ["9007199254740992e0", 9_007_199_254_740_992],
  ["[ ]", []],
  ["{ }", {}],
  ["[ 1 , [ 2 ] ]", [1, [2]]],
  ['{ "a" : 1 , "" : { "b" : [ ] } }', { a: 1, "": { b: [] } }],
  [String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`, '"\\/\b\f\n\r\tA😀'],
  ['"\u007f\u2028"', "\u007f\u2028"],
])("%j is read", (text, value) => {
  const read = parseJson(text);
  expect(read.issue).toBeUndefined();
  expect(JSON.stringify(read.value)).toBe(JSON.stringify(value));
  expect(Object.is(read.value, -0)).toBe(false);
});

/** A string in quotes, from these bytes. */
const quoted = (...bytes: readonly number[]): Uint8Array => Uint8Array.from([0x22, ...bytes, 0x22]);

describe("bytes", () => {
  test.each<readonly [text: string, bytes: readonly number[]]>([
    ["\u007f", [0x7f]],
    ["\u0080", [0xc2, 0x80]],
    ["\u07ff", [0xdf, 0xbf]],
    ["\u0800", [0xe0, 0xa0, 0x80]],
    ["\ud7ff", [0xed, 0x9f, 0xbf]],
    ["\ue000", [0xee, 0x80, 0x80]],
    ["\uffff", [0xef, 0xbf, 0xbf]],
    ["\u{10000}", [0xf0, 0x90, 0x80, 0x80]],
    ["\u{10ffff}", [0xf4, 0x8f, 0xbf, 0xbf]],
    ["aé€😀", [0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]],
  ])("%j is read", (text, bytes) => {
    expect(parseJson(quoted(...bytes)).value).toBe(text);
  });

  test.each<readonly [what: string, bad: number, bytes: readonly number[]]>([
    ["a byte that only continues", 1, [0x80]],
    ["its last one", 1, [0xbf]],
    ["an overlong form of two", 1, [0xc1, 0xbf]],
    ["an overlong form of three", 1, [0xe0, 0x9f, 0xbf]],
    ["an overlong form of four", 1, [0xf0, 0x8f, 0xbf, 0xbf]],
    ["the first surrogate", 1, [0xed, 0xa0, 0x80]],
    ["the last surrogate", 1, [0xed, 0xbf, 0xbf]],
    ["one beyond Unicode", 1, [0xf4, 0x90, 0x80, 0x80]],
    ["a first byte beyond Unicode", 1, [0xf5, 0x80, 0x80, 0x80]],
    ["two bytes, one missing", 1, [0xc3]],
    ["three bytes, one missing", 1, [0xe2, 0x82]],
    ["four bytes, one missing", 1, [0xf0, 0x9f, 0x98]],
    ["a third byte that continues nothing", 1, [0xe2, 0x82, 0xc0]],
    ["a fourth byte that continues nothing", 1, [0xf0, 0x9f, 0x98, 0x7f]],
    ["a bad byte behind good ones", 6, [0x61, 0xf0, 0x9f, 0x98, 0x80, 0xff]],
  ])("%s is refused", (_, bad, bytes) => {
    expect(parseJson(quoted(...bytes)).issue).toEqual({
      severity: "error",
      code: "json-encoding",
      message: `not UTF-8 at byte ${bad}`,
    });
  });

  test("what is cut off at the end is refused", () => {
    expect(parseJson(Uint8Array.from([0x31, 0xe2, 0x82])).issue?.message).toBe("not UTF-8 at byte 1");
  });

  test("a long text is put together from its parts", () => {
    const text = "😀aé".repeat(10_000);
    expect(parseJson(new TextEncoder().encode(JSON.stringify(text))).value).toBe(text);
  });
});

describe("each limit: this much is accepted, one more is not", () => {
  const large = (maxBytes: number): unknown => ({
    severity: "error",
    code: "json-too-large",
    message: `larger than ${maxBytes} bytes`,
  });

  test.each<readonly [text: string, bytes: number]>([
    ['"abcd"', 6],
    ['"\u007f\u0080"', 5],
    ['"\u07ff\u0800"', 7],
    ['"\ud7ff\ue000"', 8],
    ['"\uffff😀"', 9],
    ['"😀😀"', 10],
    ['"\u{10000}\u{10ffff}"', 10],
  ])("%j has %d bytes", (text, bytes) => {
    for (const input of [text, new TextEncoder().encode(text)]) {
      expect(parseJson(input, { maxBytes: bytes }).issue).toBeUndefined();
      expect(parseJson(input, { maxBytes: bytes - 1 }).issue).toEqual(large(bytes - 1));
    }
  });

  test("depth", () => {
    for (const read of [
      parseJson,
      (text: string, options: SealOptions) => sealJson(JSON.parse(text), options),
    ]) {
      for (const text of ["[[1]]", '{"a":{"b":1}}', '[{"a":1}]', "[[]]"]) {
        expect(read(text, { maxDepth: 2 }).issue).toBeUndefined();
        expect(read(text, { maxDepth: 1 }).issue?.code).toBe("json-too-deep");
      }
      expect(read("1", { maxDepth: 0 }).issue).toBeUndefined();
      expect(read("[]", { maxDepth: 0 }).issue?.code).toBe("json-too-deep");
    }
  });

  test("values", () => {
    for (const read of [
      parseJson,
      (text: string, options: SealOptions) => sealJson(JSON.parse(text), options),
    ]) {
      for (const text of ["[1,2,3]", '{"a":1,"b":[2]}', "[[[1]]]"]) {
        expect(read(text, { maxNodes: 4 }).issue).toBeUndefined();
        expect(read(text, { maxNodes: 3 }).issue).toMatchObject({
          code: "json-too-many",
          message: expect.stringMatching(/^more than 3 values/) as string,
        });
      }
    }
  });

  test("by default 64 levels and 100,000 values, of a value as of a text", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(sealJson(nested(64)).issue).toBeUndefined();
    expect(sealJson(nested(65)).issue?.code).toBe("json-too-deep");
    expect(sealJson(Array.from({ length: 99_999 }, () => 0)).issue).toBeUndefined();
    expect(sealJson(Array.from({ length: 100_000 }, () => 0)).issue?.code).toBe("json-too-many");
  });

  test("a depth beyond 2,000 cannot be chosen", () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(parseJson(nested(2_000), { maxDepth: 9_999 }).issue).toBeUndefined();
    expect(parseJson(nested(2_001), { maxDepth: 9_999 }).issue?.message).toBe(
      "nested deeper than 2000 levels",
    );
  });
});

class Items extends Array<number> {}

describe("values that are refused", () => {
  const self: Record<string, unknown> = {};
  self["a"] = { b: self };
  const throws = new Proxy([], {
    getPrototypeOf() {
      throw new Error("trap");
    },
  });
  // oxlint-disable-next-line no-sparse-arrays -- a hole is what this is about
  const holes = [1, , 2];
  test.each<readonly [message: string, value: unknown]>([
    ["expected JSON data, found a value of type function", () => 1],
    ["expected JSON data, found a value of type symbol", Symbol("a")],
    ["expected JSON data, found a value of type bigint", 1n],
    ["expected JSON data, found a value of type undefined", undefined],
    ["expected JSON data, found a value of type undefined at `a[1]`", { a: [0, undefined] }],
    [
      "expected JSON data, found a value of type bigint at `a.b c[0][1].d`",
      { a: { "b c": [[0, { d: 1n }]] } },
    ],
    ["expected JSON data, found a value of type bigint at `[0].a`", [{ a: 1n }]],
    ["a list with holes or extra properties at `a`", { a: holes }],
    ["a list with holes or extra properties", Object.assign([1], { x: 1 })],
    ["a list with holes or extra properties", Object.assign([1], { [Symbol("s")]: 1 })],
    ["a list that is not plain", new Items()],
    ["a list that is not plain", Object.setPrototypeOf([1], null)],
    ["an object that is not plain", new Map()],
    ["an object that is not plain at `a`", { a: new Date(0) }],
    ["an object that is not plain", Object.create({})],
    [
      "a getter at `a`",
      {
        get a() {
          return 1;
        },
      },
    ],
    ["a getter at `[0]`", Object.defineProperty([1], 0, { get: () => 1, enumerable: true })],
    ["a hidden property", Object.defineProperty({}, "a", { value: 1 })],
    ["a property with a symbol as key", { [Symbol("s")]: 1 }],
    ["a value that cannot be read", { a: throws }],
  ])("%s", (message, value) => {
    expect(sealJson(value)).toEqual({ issue: { severity: "error", code: "json-not-plain", message } });
  });

  test.each<readonly [code: string, message: string, value: unknown]>([
    ["json-number", "a number that is not finite at `a`", { a: NaN }],
    ["json-number", "a number that is not finite", -Infinity],
    ["json-lone-surrogate", "a string with half of a surrogate pair at `[1]`", ["a", "\ud800"]],
    ["json-lone-surrogate", "a string with half of a surrogate pair", { "\udc00": 1 }],
  ])("%s: %s", (code, message, value) => {
    expect(sealJson(value)).toEqual({ issue: { severity: "error", code, message } });
  });

  test("a cycle is too deep", () => {
    expect(sealJson(self).issue?.code).toBe("json-too-deep");
    expect(sealJson(self).issue?.message).toMatch(
      /^nested deeper than 64 levels, or part of itself, at `a\.b\.a\./,
    );
  });

  test("the place is that of what is refused, not of what was read before", () => {
    expect(sealJson({ a: [1, 2], b: { c: 1 }, d: [[3], 1n] }).issue?.message).toBe(
      "expected JSON data, found a value of type bigint at `d[1]`",
    );
  });

  test("proxies, where they can be told", () => {
    const proxy = new Proxy({ x: 1 }, {});
    const isProxy = (value: object): boolean => value === proxy;
    expect(JSON.stringify(sealJson({ a: proxy }).value)).toBe('{"a":{"x":1}}');
    expect(sealJson({ a: [proxy] }, { isProxy }).issue).toEqual({
      severity: "error",
      code: "json-not-plain",
      message: "a proxy at `a[0]`",
    });
    expect(JSON.stringify(sealJson({ a: [{}] }, { isProxy }).value)).toBe('{"a":[{}]}');
  });
});

test("half of a surrogate pair is kept where that is asked for, in values and keys", () => {
  const text = '{"\\ud800":"\\udc00"}';
  const loneSurrogates = "keep";
  for (const { value } of [
    parseJson(text, { loneSurrogates }),
    sealJson(JSON.parse(text), { loneSurrogates }),
  ]) {
    expect(value).toEqual({ "\ud800": "\udc00" });
  }
  for (const { issue } of [parseJson(text, { loneSurrogates: "refuse" }), sealJson(JSON.parse(text), {})]) {
    expect(issue?.code).toBe("json-lone-surrogate");
  }
});

test("a sealed list is copied like any other", () => {
  const list = sealJson([1, { a: 2 }]).value;
  expect(JSON.stringify(sealJson({ list }).value)).toBe('{"list":[1,{"a":2}]}');
});

test("an issue without a place has none, not an undefined one", () => {
  expect({ ...parseJson("[]", { maxBytes: 1 }) }).toStrictEqual({
    issue: { severity: "error", code: "json-too-large", message: "larger than 1 bytes" },
  });
  expect({ ...sealJson(1n) }).toStrictEqual({
    issue: {
      severity: "error",
      code: "json-not-plain",
      message: "expected JSON data, found a value of type bigint",
    },
  });
});

test("an object without a prototype is plain, -0 is 0", () => {
  const value = sealJson(Object.assign(Object.create(null) as object, { a: -0, b: null, c: true })).value;
  expect(JSON.stringify(value)).toBe('{"a":0,"b":null,"c":true}');
  expect(Object.is((value as { readonly a: number }).a, 0)).toBe(true);
});

test("an object is demanded where one is needed", () => {
  const issue = { severity: "error", code: "json-not-object", message: "expected a JSON object" };
  for (const value of [null, 1, "{}", [], [{}], true]) {
    expect(sealJsonObject(value)).toEqual({ issue });
    expect(parseJsonObject(` ${JSON.stringify(value)}`)).toEqual({
      issue: { ...issue, offset: 1, line: 1, column: 2 },
    });
  }
  expect(isSealed(sealJsonObject({ a: 1 }).value)).toBe(true);
  expect(sealJsonObject({ a: 1n }).issue?.code).toBe("json-not-plain");
  expect(parseJsonObject('{"a":').issue?.code).toBe("json-syntax");
});

test("what is neither text nor bytes is refused", () => {
  for (const input of [undefined, null, 1, {}, ["1"]]) {
    expect(parseJson(input as string)).toEqual({
      issue: { severity: "error", code: "json-syntax", message: "expected JSON text or its bytes" },
    });
  }
});
