import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "@gatehouse-hooks/json";
import { PLAIN } from "../src/print/palette.js";
import { printable } from "../src/print/printable.js";
import { table } from "../src/print/table.js";
import { assertLaw } from "../../../test/assert-law.js";
import { characters } from "../../../test/arbitraries/characters.js";

test("nothing printable moves a cursor, turns text around or hides", () => {
  assertLaw(
    fc.property(fc.string({ unit: characters }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("plain text stays as it is", () => {
  expect(printable("git push --force 'é' 😀")).toBe("git push --force 'é' 😀");
});

test.each([
  ["\u001B[2Jgone", "\\u{1b}[2Jgone"],
  ["a\nb\tc", "a\\nb\\tc"],
  ["\u202Eabc", "\\u{202e}abc"],
])("%j shows as %s", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("a shortened text has at most the given length and says that it was cut", () => {
  assertLaw(
    fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const short = shorten(text, max);
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short === text || short.endsWith("…")).toBe(true);
    }),
  );
});

test("columns are aligned and no line ends in blanks", () => {
  expect(
    table(
      [
        [{ text: "a" }, { text: "b" }],
        [{ text: "long" }, { text: "" }],
      ],
      PLAIN,
    ),
  ).toEqual(["a     b", "long"]);
});
