// Held against a server of MariaDB in a box, which runs each text.
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { sqlEffect, sqlStatements, tablesIn } from "../src/index.js";
import { isMore, takenTexts } from "./oracle/held-tables.js";
import { askMariadb } from "./oracle/mariadb-says.js";
import { generateSql, MARIADB } from "./oracle/sql-statements.js";

const texts = Array.from({ length: lawRuns({ deep: 1_000, full: 20_000 }) }, (_, i) =>
  generateSql(new Dice(i), MARIADB).replace("OUT", String(i)),
);
const said = askMariadb(texts);
const taken = takenTexts(texts, said);

const named = (text: string): readonly string[] =>
  tablesIn(text, "mariadb").map(({ name, does }) => `${does} ${name.replace(/^shop\./, "")}`);

test("what MariaDB reads, writes and drops are the tables that are named, and no others", () => {
  expect(taken.length).toBeGreaterThan(texts.length * 0.7);
  const wrong = taken.flatMap(({ text, asked }) => {
    const own = named(text);
    const missed = asked.filter((one) => !own.includes(one) && !isMore(one, own));
    const invented = own.filter((one) => !asked.includes(one) && !isMore(one, asked));
    return missed.length + invented.length === 0 ? [] : [{ text, missed, invented }];
  });
  expect(wrong).toEqual([]);
});

test("a text that changes something for MariaDB is not one that looks", () => {
  const wrong = taken.filter(
    ({ text, asked }) =>
      asked.some((one) => !one.startsWith("reads")) &&
      sqlStatements(text, "mariadb").every((one) => sqlEffect(one) === "look"),
  );
  expect(wrong).toEqual([]);
});
