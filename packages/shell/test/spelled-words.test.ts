import { expect, test } from "vitest";
import { jsonLines } from "../../../test/json-lines.js";
import { parseShell, type WordNode, type WordPart } from "../src/index.js";

/** The words of the first command. */
function wordsOf(text: string): readonly (readonly WordPart[])[] {
  const [statement] = parseShell(text, true, true).list;
  if (statement?.command.kind !== "simple") throw new Error(`expected a simple command: ${text}`);
  return statement.command.words.map((word) => ("parts" in word ? word.parts : []));
}

test("a spelled word has its parts as they are written", () => {
  expect(wordsOf(`a 'b'"c $x"d\\e ~/f [g"h"]*`)).toEqual([
    [{ kind: "text", text: "a", quoted: false, start: 0 }],
    [
      { kind: "text", text: "b", quoted: true, start: 2 },
      {
        kind: "quoted",
        start: 5,
        parts: [
          { kind: "text", text: "c ", quoted: true, start: 6 },
          { kind: "parameter", name: "x", start: 8, prefix: null, index: null, operation: null },
        ],
      },
      { kind: "text", text: "de", quoted: false, start: 11 },
    ],
    [{ kind: "text", text: "~/f", quoted: false, start: 15 }],
    [
      { kind: "glob", text: "[" },
      { kind: "text", text: "g", quoted: false, start: 20 },
      { kind: "quoted", start: 21, parts: [{ kind: "text", text: "h", quoted: true, start: 22 }] },
      { kind: "glob", text: "]" },
      { kind: "glob", text: "*" },
    ],
  ]);
});

test("a here-document has its end mark, and whether it ends", () => {
  const marks = ["cat <<E\na\nE\n", "cat <<'E'\na\nE", "cat <<E\na\n"].map((text) => {
    const [statement] = parseShell(text).list;
    return statement?.command.kind === "simple" ? statement.command.redirections[0]?.delimiter : null;
  });
  expect(marks).toEqual([
    { text: "E", quoted: false, closed: true },
    { text: "'E'", quoted: true, closed: true },
    { text: "E", quoted: false, closed: false },
  ]);
});

test("a literal is what its spelled parts say, wherever nothing is expanded", () => {
  let compared = 0;
  for (const { command } of jsonLines<{ readonly command: string }>(
    "../../../test/vectors/commands.jsonl",
    import.meta.url,
  )) {
    const [plain, spelled] = [false, true].map((how) => firstWords(command, how));
    for (const [index, word] of (plain ?? []).entries()) {
      const parts = spelled?.[index]?.parts ?? [];
      if (word.literal === null || parts.some(({ kind }) => kind === "glob")) continue;
      expect(textOf(parts), command).toBe(word.literal);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(5_000);
});

function firstWords(text: string, spelled: boolean): readonly WordNode[] {
  const [statement] = parseShell(text, true, spelled).list;
  if (statement?.command.kind !== "simple") return [];
  return statement.command.words.flatMap((word) => ("parts" in word ? [word] : []));
}

function textOf(parts: readonly WordPart[]): string {
  return parts
    .map((part) => (part.kind === "text" ? part.text : part.kind === "quoted" ? textOf(part.parts) : "\0"))
    .join("");
}
