import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { sqlEffect, sqlStatements, tablesIn } from "../src/index.js";
import { isMore, takenTexts } from "./oracle/held-tables.js";
import { generateSql, SQLITE } from "./oracle/sql-statements.js";
import { askSqlite } from "./oracle/sqlite-says.js";

const texts = Array.from({ length: lawRuns({ deep: 2_000, full: 20_000 }) }, (_, i) =>
  generateSql(new Dice(i), SQLITE),
);
const said = askSqlite(texts);
const taken = takenTexts(texts, said);

/** `reads users`, as the catalogue of SQLite names it. */
const named = (text: string): readonly string[] =>
  tablesIn(text, "sqlite3").map(
    ({ name, does }) => `${does} ${name.replace(/^(?:main|temp)\./i, "").toLowerCase()}`,
  );

test("what SQLite reads, writes and drops are the tables that are named, and no others", () => {
  expect(taken.length).toBeGreaterThan(texts.length * 0.8);
  const wrong = taken.flatMap(({ text, asked }) => {
    const own = named(text);
    const missed = asked.filter((one) => !own.includes(one) && !isMore(one, own));
    const invented = own.filter((one) => !asked.includes(one));
    return missed.length + invented.length === 0 ? [] : [{ text, missed, invented }];
  });
  expect(wrong).toEqual([]);
});

test("a text that changes something for SQLite is not one that looks, and one that reads is", () => {
  const wrong = taken.filter(({ text, asked }) => {
    const looks = sqlStatements(text, "sqlite3").every((one) => sqlEffect(one) === "look");
    return looks !== asked.every((one) => one.startsWith("reads"));
  });
  expect(wrong).toEqual([]);
});
