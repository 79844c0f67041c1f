// Held against PostgreSQL's own parser, as WebAssembly: nothing is run.
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { type SqlTable, tablesIn } from "../src/index.js";
import { askPostgres } from "./oracle/postgres-says.js";
import { generateSql, POSTGRES } from "./oracle/sql-statements.js";

const texts = Array.from({ length: lawRuns({ deep: 2_000, full: 20_000 }) }, (_, i) =>
  generateSql(new Dice(i), POSTGRES),
);
const said = (tables: readonly SqlTable[]): readonly string[] =>
  tables.map(({ name, does }) => `${does} ${name.toLowerCase()}`);
const isChanged = (one: string, all: readonly string[]): boolean =>
  ["writes", "drops"].some((does) => one.startsWith("reads ") && all.includes(one.replace("reads", does)));

/** The tables that one of both names alone. */
function differences(
  text: string,
): { readonly missed: readonly string[]; readonly invented: readonly string[] } | null {
  const asked = askPostgres(text);
  if (asked === null) return null;
  const [real, own] = [said(asked), said(tablesIn(text, "psql"))];
  return {
    missed: real.filter((one) => !own.includes(one) && !isChanged(one, own)),
    invented: own.filter((one) => !real.includes(one) && !isChanged(one, real)),
  };
}

test("what PostgreSQL says that a statement reads, writes and drops are the tables that are named, and no others", () => {
  const held = texts.map((text) => ({ text, ...differences(text) }));
  expect(held.filter(({ missed }) => missed !== undefined).length).toBeGreaterThan(texts.length * 0.9);
  expect(held.filter(({ missed = [], invented = [] }) => missed.length + invented.length > 0)).toEqual([]);
});
