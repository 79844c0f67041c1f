import { fitLines } from "@gatehouse-hooks/console/print/fit-lines";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

const STYLES = new RegExp(String.raw`\u001b\[[\d;]*m`, "g");
const widthOf = (line: string): number => line.replaceAll(STYLES, "").length;
const wordsOf = (lines: readonly string[]): readonly string[] => lines.join(" ").split(/\s+/).filter(Boolean);

describe("lines that fit a terminal", () => {
  test("no word is broken or lost, and no line is longer than the terminal but a single word", () => {
    const word = fc
      .stringMatching(/^[\w/.-]{1,40}$/)
      .chain((text) => fc.constantFrom(text, `\u001b[2m${text}\u001b[22m`));
    const line = fc
      .tuple(fc.nat(8), fc.array(word, { maxLength: 30 }))
      .map(([indent, words]) => " ".repeat(indent) + words.join(" "));
    assertLaw(
      fc.property(fc.array(line, { maxLength: 4 }), fc.integer({ min: 30, max: 140 }), (lines, columns) => {
        const fitted = fitLines(lines, { columns });
        expect(wordsOf(fitted)).toEqual(wordsOf(lines));
        for (const one of fitted)
          expect(widthOf(one) <= columns || wordsOf([one]).length === 1, one).toBe(true);
      }),
    );
  });

  test("what is left of a line begins further in", () => {
    expect(fitLines([`  error ${"word ".repeat(9).trim()}`], { columns: 30 })).toEqual([
      "  error word word word word",
      "    word word word word word",
    ]);
  });

  test.each([
    ["/home/you/.gatehouse/first.yaml: 40", "~/.gatehouse/first.yaml: 40"],
    ["look in `/home/you`, not there", "look in `~`, not there"],
    ["\u001b[1m/home/you/x\u001b[22m", "\u001b[1m~/x\u001b[22m"],
    ["/home/yours/x", "/home/yours/x"],
    ["/mnt/home/you/x", "/mnt/home/you/x"],
    ["rm '/home/you/x'", "rm '/home/you/x'"],
  ])("of the home folder in %j", (line, shown) => {
    expect(fitLines([line], { columns: 80, home: "/home/you" })).toEqual([shown]);
  });
});
