// Held against `ast` of the real Python: a program that it takes is read, and one that it refuses never runs.
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { generatePython } from "../../facts/test/oracle/python-programs.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { readLanguage } from "../src/index.js";
import { changedText } from "./oracle/changed-text.js";
import { pythonTakes } from "./oracle/python-takes.js";

const runs = lawRuns({ deep: 400, full: 20_000 });
const isRead = (text: string): boolean => readLanguage("python", text, { words: [], input: [""] }) !== null;
const programs = Array.from({ length: runs }, (_, i) =>
  generatePython(new Dice(i)).split("\n").slice(1, -1).join("\n"),
);

const PIECES = ["(", ")", "'", ":", "\n", "  ", " if ", "=", "*", "\\", ",", "f'{", "lambda:"] as const;

test("every program that Python takes is read", () => {
  const takes = pythonTakes(programs);
  // Quotes within those of an f-string are only for later versions.
  expect(takes.filter(Boolean).length).toBeGreaterThan(programs.length / 2);
  expect(programs.filter((one, i) => takes[i] === true && !isRead(one))).toEqual([]);
});

test("of programs with a piece changed, what Python takes is read, but for one in a hundred", () => {
  const texts = programs.map((one, i) => changedText(one, new Dice(i), PIECES));
  const takes = pythonTakes(texts);
  const taken = texts.filter((_, i) => takes[i]);
  const unread = taken.filter((one) => !isRead(one));
  expect(taken.length).toBeGreaterThan(texts.length / 10);
  expect(unread.slice(Math.floor(taken.length / 100))).toEqual([]);
});
