import { describe, expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";
import { readLanguage, readScript, sqlStatements, tablesIn } from "../src/index.js";
import { CODE_FORMS, HOSTILE_FORMS } from "./hostile-forms.table.js";

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

  testGrowth.each(some(HOSTILE_FORMS, { quick: 1, deep: 12 }))("%j costs what its length does", (form) => {
    const make = (size: number) => {
      const text = form.repeat(size);
      return () => readScript(dialect, text);
    };
    expect(growth(make, 400)).toBeLessThan(LINEAR);
  });
});

/** So many of the forms in a tier, and all by `pnpm laws`. */
function some(
  forms: readonly string[],
  runs: { readonly quick: number; readonly deep: number },
): readonly string[] {
  const every = forms.length / lawRuns({ ...runs, full: forms.length });
  return forms.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every));
}

const CLIENTS = ["psql", "mysql", "sqlite3", "sqlcmd", "snowsql", "bq", ""] as const;

/** What is read of a text, by the language that it is for. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  python: (text) => readLanguage("python", text, { words: [], input: [""] }),
  javascript: (text) => readLanguage("node", text, { words: [], input: [""] }),
  sql: (text) => CLIENTS.map((one) => [sqlStatements(text, one), tablesIn(text, one)]),
};

describe.each(Object.entries(READERS))("hostile texts of %s", (language, read) => {
  test.each(some(CODE_FORMS, { quick: 8, deep: 16 }))(
    "%j ends, and what is not said of it is said to be missing",
    (form) => {
      const text = form.repeat(Math.ceil(8_000 / form.length)).slice(0, 8_000);
      for (const one of [text, `${text}'"${text.slice(0, 100)}`, `${text}\nx=1`]) {
        const found = read(one);
        if (language === "sql" || found === null) continue;
        const { effects, complete } = found as { effects: readonly unknown[]; complete: boolean };
        // The most that are kept; more is not complete.
        expect(effects.length).toBeLessThanOrEqual(401);
        if (effects.length > 400) expect(complete).toBe(false);
      }
    },
  );

  testGrowth.each(some(CODE_FORMS, { quick: 1, deep: 3 }))("%j costs what its length does", (form) => {
    const make = (size: number) => {
      const text = form.repeat(size).slice(0, 8_192);
      return () => read(text);
    };
    const size = Math.max(1, Math.floor(1_000 / form.length));
    expect(growth(make, size)).toBeLessThan(LINEAR);
  });
});
