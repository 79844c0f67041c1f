import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const docs = path.resolve(import.meta.dirname, "../../docs");

/** The words in bold that begin the rows of a page's tables. */
function wordsOf(page: string): readonly string[] {
  const text = readFileSync(path.join(docs, page), "utf8");
  return [...text.matchAll(/^\| \*\*([^*]+)\*\* +\|/gm)].map(([, word = ""]) => word);
}

test("every word of the architecture page is in the glossary, and no word is there twice", () => {
  const glossary = wordsOf("glossary.md").flatMap((words) => words.split(", "));
  const words = wordsOf("architecture.md");
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => !glossary.includes(word))).toEqual([]);
  expect(glossary.filter((word, index) => glossary.indexOf(word) !== index)).toEqual([]);
});
