import { expect, test } from "vitest";
import type { Cell } from "../parts/cell.js";
import { forgive } from "../parts/ignored.table.js";
import { printTable } from "./print-table.js";
import { documentOf } from "./write-document.js";

const cell: Cell = {
  agent: "codex",
  part: "fault",
  name: "kill -9 of the whole command line",
  native: "allow",
  expected: "stays",
  ran: true,
  verdict: "open",
  note: "",
};
const versions = new Map([["codex", "0.169.0"]] as const);

test("what an agent ignores is forgiven by name, and nothing else", () => {
  expect(forgive(cell)).toMatchObject({ verdict: "known", ran: true });
  for (const other of [
    { ...cell, agent: "copilot" as const },
    { ...cell, part: "decision" },
    { ...cell, name: "kill -9 in the middle" },
    { ...cell, verdict: "hangs" as const },
  ]) {
    expect(forgive(other)).toEqual(other);
  }
});

test("a call that ran is seen in the table, and said below it", () => {
  const lines = printTable([{ ...cell, name: "crash at start", note: "why" }], versions).split("\n");
  expect(lines[0]).toBe("part   call            own permission  codex 0.169.0");
  expect(lines[1]).toBe("fault  crash at start  allow           **RUNS**");
  expect(lines.slice(3, 5)).toEqual(["codex fault: crash at start (allow): open; why", "1 cells, 1 wrong"]);
});

test("a sentence is true or not", () => {
  const sentence = { ...cell, part: "box", name: "a key is read", verdict: "ok", isSentence: true } as const;
  const line = (one: Cell): string | undefined => printTable([one], versions).split("\n")[1];
  expect(line(sentence)).toBe("box   a key is read  allow           yes");
  expect(line({ ...sentence, ran: false })).toBe("box   a key is read  allow           no");
});

test("the document names versions, the date and what is ignored", () => {
  const text = documentOf([forgive(cell)], versions, new Date("2026-01-02T03:04:05Z"));
  expect(text).toContain("2026-01-02:");
  expect(text).toContain("| call | own permission | codex 0.169.0 |");
  expect(text).toContain("| kill -9 of the whole command line | allow | runs; hooks ignored |");
  expect(text).toContain("takes the death of the hook's shell for no answer");
  expect(text).toContain("1 cells, 0 of them wrong.");
});
