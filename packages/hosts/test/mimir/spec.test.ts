import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MIMIR_EVENTS } from "../../src/mimir/mimir-events.table.js";
import { MIMIR_VARIABLES } from "../../src/mimir/variables.js";

const src = new URL("../../src/mimir/", import.meta.url);
const source = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(new URL(file, src), "utf8"))
  .join("\n");
const spec = readFileSync(new URL("../../mimir/SPEC.md", import.meta.url), "utf8");
const common = readFileSync(new URL("../../SPEC.md", import.meta.url), "utf8");
const codesIn = (text: string): readonly string[] =>
  [...text.slice(text.indexOf("\n## Codes")).matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1] ?? "");

test("SPEC.md lists every code that the sources give, and no other", () => {
  const given = new Set([...source.matchAll(/code: "([a-z-]+)"/g)].map((match) => match[1] ?? ""));
  const runs = ["exit-code", "signal", "no-value"];
  expect(
    [...given].filter((code) => ![...codesIn(spec), ...codesIn(common), ...runs].includes(code)),
  ).toEqual([]);
  expect(codesIn(spec).filter((code) => !given.has(code))).toEqual([]);
});

test("SPEC.md names every variable, and the table names events that there are", () => {
  expect(MIMIR_VARIABLES.filter(({ name }) => !spec.includes(`\`${name}\``))).toEqual([]);
  const names = MIMIR_EVENTS.map(({ name }) => name);
  expect(names).toHaveLength(19);
  expect(
    MIMIR_VARIABLES.flatMap(({ events = [] }) => events).filter((event) => !names.includes(event)),
  ).toEqual([]);
});
