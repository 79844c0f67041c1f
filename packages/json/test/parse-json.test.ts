import { parseJson, parseJsonObject, isSealed } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonValues } from "../../../test/arbitraries/events.js";
import { assertLaw } from "../../../test/assert-law.js";

test("what JSON.stringify writes is read back", () => {
  assertLaw(
    fc.property(
      jsonValues,
      fc.constantFrom("", " ", "\n\t"),
      fc.constantFrom(undefined, 2),
      (value, blank, indent) => {
        // Half of a surrogate pair is written as an escape; a large whole number without an exponent.
        fc.pre(!/\\ud[89a-f]|[0-9]{16}/.test(JSON.stringify(value)));
        const text = blank + JSON.stringify(value, null, indent) + blank;
        for (const input of [text, new TextEncoder().encode(text)]) {
          expect(JSON.stringify(parseJson(input).value)).toBe(JSON.stringify(value));
        }
      },
    ),
  );
});

test("what JSON.parse refuses is refused, and what is accepted means the same", () => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"',
    "1",
    "-0",
    "1e5",
    ".5",
    "01",
    "true",
    "nul",
    " ",
    "\\",
    "\u00a0",
    '"\\u0061"',
    '"\\x"',
    "/**/",
  ];
  let accepted = 0;
  const ran = assertLaw(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      const { value, issue } = parseJson(text);
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expect(issue?.code).toMatch(/^json-/);
        return;
      }
      if (issue === undefined) {
        accepted++;
        expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
      } else expect(["json-duplicate-key", "json-number"]).toContain(issue.code);
    }),
  );
  expect(accepted).toBeGreaterThan(ran / 50);
});

test("bytes are text exactly where the host's strict decoder says so", () => {
  const host = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const tricky = fc.constantFrom(
    [0xc3, 0xa9],
    [0xc0, 0xaf],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xef, 0xbb, 0xbf],
    [0xf0, 0x9f, 0x98, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0x80],
    [0xe2, 0x82],
    [0xf5],
  );
  const bytes = fc.array(
    fc.oneof(
      tricky,
      fc.integer({ min: 0x20, max: 0xff }).map((byte) => [byte]),
    ),
    { maxLength: 6 },
  );
  assertLaw(
    fc.property(bytes, (parts) => {
      const inner = parts.flat().filter((byte) => byte !== 0x22 && byte !== 0x5c);
      const { value, issue } = parseJson(Uint8Array.from([0x22, ...inner, 0x22]));
      let expected: string | undefined;
      try {
        expected = host.decode(Uint8Array.from(inner));
      } catch {
        expected = undefined;
      }
      expect(expected === undefined ? issue?.code : value).toBe(expected ?? "json-encoding");
    }),
  );
});

describe("each refusal has its code and place", () => {
  test.each([
    ["[1,]", "json-syntax", 3, "expected a JSON value, found `]`"],
    ['{"a" 1}', "json-syntax", 5, "expected `:`, found `1`"],
    ['{"a":1', "json-syntax", 6, "expected `,` or `}`, found the end"],
    ["[1 2]", "json-syntax", 3, "expected `,` or `]`, found `2`"],
    ["{a:1}", "json-syntax", 1, "expected a string, found `a`"],
    ['"a\nb"', "json-syntax", 0, "a string that is not closed, or holds a control character or a bad escape"],
    ["", "json-syntax", 0, "expected a JSON value, found the end"],
    ["😀", "json-syntax", 0, "expected a JSON value, found `😀`"],
    ["1 2", "json-trailing-text", 2, "expected one JSON value, found more text"],
    ['{"a":1,"\\u0061":2}', "json-duplicate-key", 7, "duplicate key `a`"],
    ["9007199254740992", "json-number", 0, "an integer that cannot be kept exactly: write it as a string"],
    ["-1e999", "json-number", 0, "a number out of range"],
    ['["\\ud800"]', "json-lone-surrogate", 1, "a string with half of a surrogate pair"],
    [`${"[".repeat(65)}${"]".repeat(65)}`, "json-too-deep", 64, "nested deeper than 64 levels"],
    [`[${"0,".repeat(100_000)}0]`, "json-too-many", 199_999, "more than 100000 values"],
    [`"${"x".repeat(1_048_575)}"`, "json-too-large", undefined, "larger than 1048576 bytes"],
    [`"${"é".repeat(524_288)}"`, "json-too-large", undefined, "larger than 1048576 bytes"],
  ])("%.40s", (text, code, offset, message) => {
    const { issue } = parseJson(text);
    expect({ ...issue }).toMatchObject({ code, message });
    expect(issue?.offset).toBe(offset);
  });

  test("with line and column", () => {
    expect(parseJson('{\n "a": x}').issue).toMatchObject({ offset: 8, line: 2, column: 7 });
  });
});

describe("at the limits, everything is still accepted", () => {
  test.each([
    `${"[".repeat(64)}${"]".repeat(64)}`,
    `[${"0,".repeat(99_998)}0]`,
    `"${"x".repeat(1_048_574)}"`,
    `"${"é".repeat(524_287)}"`,
    "9007199254740991",
    "123456789012345678901.5",
  ])("%.40s", (text) => {
    expect(parseJson(text).issue).toBeUndefined();
  });
});

test("limits and strictness can be chosen, but not beyond what the stack bears", () => {
  expect(parseJson("[[1]]", { maxDepth: 1 }).issue?.code).toBe("json-too-deep");
  expect(parseJson("[1,2]", { maxNodes: 2 }).issue?.code).toBe("json-too-many");
  expect(parseJson("[1,2]", { maxBytes: 4 }).issue?.code).toBe("json-too-large");
  expect(parseJson('"\\ud800"', { loneSurrogates: "keep" }).value).toBe("\ud800");
  const deep = "[".repeat(100_000);
  expect(parseJson(deep, { maxDepth: Infinity, maxNodes: Infinity }).issue?.code).toBe("json-too-deep");
});

test("an object is demanded where one is needed", () => {
  for (const text of ["null", "[]", "1", '"{}"', ""]) {
    expect(parseJsonObject(text).issue?.code).toBe("json-not-object");
  }
  expect(isSealed(parseJsonObject(" {} ").value)).toBe(true);
});

test("numbers: -0 is 0", () => {
  expect(Object.is(parseJson("-0").value, 0)).toBe(true);
  expect(Object.is(parseJson("-0.0e5").value, 0)).toBe(true);
});

test("what is neither text nor bytes is refused", () => {
  for (const input of [undefined, null, 1, {}, ["a"]]) {
    expect(parseJson(input as string).issue?.code).toBe("json-syntax");
  }
});
