import { describe, expect, test } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";
import { readScript } from "../src/index.js";
import { HOSTILE_FORMS } from "./hostile-forms.table.js";

const DIALECTS = ["powershell", "cmd"] as const;

/** All that a tree has, with what is behind its getters. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

describe.each(DIALECTS)("hostile texts of %s", (dialect) => {
  test.each(HOSTILE_FORMS)("%j ends", (form) => {
    const text = form.repeat(Math.ceil(2000 / form.length));
    expect(sizeOf(readScript(dialect, text))).toBeGreaterThan(0);
    expect(sizeOf(readScript(dialect, `${text}'"${text}`))).toBeGreaterThan(0);
  });

  testGrowth.each(HOSTILE_FORMS)("%j costs what its length does", (form) => {
    const make = (size: number) => {
      const text = form.repeat(size);
      return () => readScript(dialect, text);
    };
    expect(growth(make, 400)).toBeLessThan(LINEAR);
  });
});
