// Held against the parser of the real Node: a program that it takes is read, and one that it refuses never runs.
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { generateJavaScript } from "../../facts/test/oracle/javascript-programs.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { readLanguage } from "../src/index.js";
import { changedText } from "./oracle/changed-text.js";
import { nodeTakes } from "./oracle/node-takes.js";

const PIECES = [
  "(",
  ")",
  "'",
  "`",
  "\n",
  "/",
  "{",
  "}",
  "=",
  "=>",
  "\\",
  ",",
  "${",
  "?.",
  "await ",
  "let ",
] as const;

const runs = lawRuns({ deep: 400, full: 20_000 });
const reading = (text: string) => readLanguage("node", text, { words: [], input: [""] });
const programs = Array.from({ length: runs }, (_, i) =>
  generateJavaScript(new Dice(i)).split("\n").slice(1, -1).join("\n"),
);

test("every program that Node takes is read", () => {
  const takes = nodeTakes(programs);
  expect(takes.filter(Boolean).length).toBeGreaterThan(programs.length / 2);
  expect(programs.filter((one, i) => takes[i] === true && reading(one) === null)).toEqual([]);
});

test("of programs with a piece changed, what Node takes is read, but for one in a hundred, and what it refuses is not understood", () => {
  const texts = programs.map((one, i) => changedText(one, new Dice(i), PIECES));
  const takes = nodeTakes(texts);
  const taken = texts.filter((_, i) => takes[i]);
  const unread = taken.filter((one) => reading(one) === null);
  expect(taken.length).toBeGreaterThan(texts.length / 20);
  expect(unread.slice(Math.ceil(taken.length / 100))).toEqual([]);
  expect(texts.filter((one, i) => takes[i] === false && reading(one)?.complete === true)).toEqual([]);
});
