import { parseJson } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

/** A JSON text as a tree whose objects may have a key twice. */
type Written =
  | { readonly kind: "atom"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Written[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: Written])[] };

/** Strings that look like the text around them, and keys in several spellings. */
const STRINGS = [
  '""',
  '"a"',
  '"\\u0061"',
  '"b"',
  '"\\""',
  '"\\\\"',
  '"\\\\\\""',
  '"\\":"',
  '"a:"',
  '"{\\"a\\":1}"',
  '"\\u0022:"',
  '"1"',
  '"__proto__"',
  '"∢"',
];
const BLANKS = ["", "", " ", "\n\t"];

const written = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...STRINGS, "1", "-0", "true", "null").map((text): Written => ({ kind: "atom", text })),
    fc.array(tie("value"), { maxLength: 3 }).map((items): Written => ({ kind: "list", items })),
    fc
      .array(fc.tuple(fc.constantFrom(...STRINGS), tie("value")), { maxLength: 4 })
      .map((members): Written => ({ kind: "object", members })),
  ),
})).value;

/** The text, and where its first key stands that was in the same object before. */
function print(value: Written, blank: string): { readonly text: string; readonly repeated?: number } {
  let text = "";
  let repeated: number | undefined;
  const write = (node: Written): void => {
    text += blank;
    if (node.kind === "atom") text += node.text;
    else if (node.kind === "list") writeAll("[", node.items, "]", write);
    else {
      const seen = new Set<unknown>();
      writeAll("{", node.members, "}", ([key, member]) => {
        text += blank;
        const name: unknown = JSON.parse(key);
        if (seen.has(name)) repeated ??= text.length;
        seen.add(name);
        text += `${key}${blank}:`;
        write(member);
      });
    }
    text += blank;
  };
  const writeAll = <T>(open: string, items: readonly T[], close: string, one: (item: T) => void): void => {
    text += open;
    for (const [i, item] of items.entries()) {
      if (i > 0) text += ",";
      one(item);
    }
    text += blank + close;
  };
  write(value);
  return repeated === undefined ? { text } : { text, repeated };
}

test("a key that is there twice is refused where it stands, however deep and in whatever spelling", () => {
  let refused = 0;
  const ran = assertLaw(
    fc.property(written, fc.constantFrom(...BLANKS), (value, blank) => {
      const { text, repeated } = print(value, blank);
      const read = parseJson(text);
      if (repeated === undefined) {
        expect(read.issue).toBeUndefined();
        expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
      } else {
        refused++;
        expect(read.issue).toMatchObject({ code: "json-duplicate-key", offset: repeated });
      }
    }),
  );
  expect(refused).toBeGreaterThan(ran / 50);
});

testGrowth.each([
  ["quotation marks in a string", (size: number) => `{"a":"${'\\"'.repeat(size)}"}`],
  ["backslashes", (size: number) => `{"a":"${"\\\\".repeat(size)}"}`],
  ["rows of backslashes", (size: number) => `["${`${"\\\\".repeat(64)}\\"`.repeat(size / 32)}"]`],
  ["empty strings", (size: number) => `[${'"",'.repeat(size)}""]`],
  ["blanks", (size: number) => `{"a"${" ".repeat(size)}:1}`],
])("the time to read %s is linear", (_, text) => {
  const linear = growth((size) => {
    const input = text(size);
    expect(parseJson(input).issue).toBeUndefined();
    return () => parseJson(input);
  }, 8_192);
  expect(linear).toBeLessThan(LINEAR);
});
