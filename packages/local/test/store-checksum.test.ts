import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { storeChecksum } from "../src/store/store-place.js";

const text = fc
  .array(fc.integer({ min: 0, max: 127 }), { minLength: 1, maxLength: 200 })
  .map((codes) => String.fromCharCode(...codes));

test("a change of up to seven characters in a row shows", () => {
  assertLaw(
    fc.property(text, fc.nat(), text, (before, place, put) => {
      const at = place % before.length;
      const part = put.slice(0, Math.min(7, before.length - at));
      const after = before.slice(0, at) + part + before.slice(at + part.length);
      expect(storeChecksum(after) === storeChecksum(before)).toBe(after === before);
    }),
  );
});

test("what is missing, added or elsewhere shows", () => {
  const pieces = ["", "\0", "\0\0", "a", "a\0", "\0a", "ab", "ba"];
  const long = pieces.flatMap((one) => [one, one + "x".repeat(65_536), "x".repeat(65_536) + one]);
  expect(new Set(long.map(storeChecksum)).size).toBe(new Set(long).size);
});

test("it is as long for every text, and says the same again", () => {
  for (const one of ["", "a", "\0", "x".repeat(200_000)]) {
    expect(storeChecksum(one)).toMatch(/^[0-9a-f]{16}$/);
    expect(storeChecksum(one)).toBe(storeChecksum(one));
  }
});
