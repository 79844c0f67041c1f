import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const FILE = "docs/questions.md";
const text = readFileSync(path.join(root, FILE), "utf8");

/** What newcomers ask, in their words. */
const ASKED: readonly string[] = [
  "what do I type first",
  "does it slow my agent",
  "how do I allow this one thing",
  "why was I stopped",
  "who sees my data",
  "how do I turn it off",
  "does it work with X",
  "a rule for my company",
  "how do I test it",
  "what does it not protect from",
];

const SECTIONS: readonly (readonly [question: string, answer: string])[] = text
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [question = "", ...lines] = section.split("\n");
    return [question, lines.join("\n")];
  });

/** Words in a row, whatever marks them or breaks their lines. */
function plain(given: string): string {
  return given
    .replaceAll(/[`*_>\\|]|^\s*\/\/\/?/gm, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([{(]) /g, "$1")
    .trim();
}

test.each(ASKED)("the page has the question in these words: %s", (words) => {
  const found = SECTIONS.filter(([question]) => question.toLowerCase().includes(words.toLowerCase()));
  expect(found).toHaveLength(1);
});

describe.each(SECTIONS)("%s", (_question, answer) => {
  test("has an answer of a screen, and the line that proves it is where the link leads", () => {
    const [, quoted = "", link = ""] = /^> ([^]*?)\n>\n> — \[[^\]]+\]\(([^)]+)\)$/m.exec(answer) ?? [];
    expect(quoted).not.toBe("");
    expect(answer.trim().split("\n").length).toBeLessThanOrEqual(20);
    const [target = "", anchor] = link.split("#");
    const file = path.resolve(root, path.dirname(FILE), target);
    expect(existsSync(file), link).toBe(true);
    const page = readFileSync(file, "utf8");
    const section =
      anchor === undefined ? page : (page.split(/^(?=#)/m).find((part) => anchorOf(part) === anchor) ?? "");
    expect(plain(section)).toContain(plain(quoted));
  });
});

function anchorOf(section: string): string {
  const [heading = ""] = section.split("\n");
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
