import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { isPlainlyGlob } from "../src/compile/patterns/plainly-glob.js";
import { BadGlob, readGlob } from "../src/compile/patterns/read-glob.js";

const sources = fc
  .array(fc.constantFrom("a", "/", "*", "**", "?", "{", "}", ",", "[", "]", "\\", "-", "!", "é"), {
    maxLength: 24,
  })
  .map((parts) => parts.join(""));

test("what is shown to be a glob without reading it is read as one", () => {
  assertLaw(
    fc.property(sources, (source) => {
      if (isPlainlyGlob(source)) expect(() => readGlob(source)).not.toThrow(BadGlob);
    }),
  );
  expect(isPlainlyGlob("{".repeat(200) + "}".repeat(200))).toBe(false);
  expect(isPlainlyGlob("{~,/home/*}/{.ssh,.gnupg}{,/**}")).toBe(true);
});
