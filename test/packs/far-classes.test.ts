// What reaches other machines, or starts later, is asked about by the packs that `gatehouse init` switches on, however it is written.
import { describe, expect, test } from "vitest";
import { everyNth } from "../assert-law.js";
import { FAR_CLASSES, STOPS } from "./far-classes.table.js";
import { judgeAfterInit, judgeCallAfterInit } from "./first-packs.js";
import { PADDINGS } from "./padding.table.js";

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same command, written otherwise. */
const WRITTEN: readonly ((command: string) => string)[] = [
  (one) => one,
  (one) => `bash -c ${quoted(one)}`,
  (one) => `sudo sh -c ${quoted(`env A=b bash -c ${quoted(one)}`)}`,
  (one) => `C=${quoted(one)}; eval "$C"`,
  (one) => `if true; then { (${one}\n); }; fi`,
  (one) => `f() { ${one}\n}; f`,
  (one) => `bash <<'END'\n${one}\nEND`,
  (one) => `cd sub && ${one}`,
];

const isStopped = (command: string): boolean => ["deny", "ask"].includes(judgeAfterInit(command).effect);

describe.each(Object.entries(FAR_CLASSES))("%s", (_, { stopped = [], passes = [] }) => {
  test("each is stopped, however it is written", () => {
    const all = stopped.flatMap((one) => WRITTEN.map((written) => written(one)));
    expect(all.filter((one) => !isStopped(one))).toEqual([]);
  });

  test("each is stopped with much around it", () => {
    const all = stopped.flatMap((one) => PADDINGS.map(({ pad }) => pad(one)));
    expect(everyNth(7, all).filter((one) => !isStopped(one))).toEqual([]);
  });

  test("what is like it passes, however it is written", () => {
    const all = passes.flatMap((one) => WRITTEN.slice(0, 2).map((written) => written(one)));
    expect(all.filter(isStopped)).toEqual([]);
  });
});

/** A text of PowerShell, by its tool or by a program. */
const CALLED: readonly ((command: string) => { readonly effect: string })[] = [
  (one) => judgeCallAfterInit("PowerShell", { command: one }),
  (one) => judgeCallAfterInit("PowerShell", { command: `& { ${one} }` }),
  (one) => judgeAfterInit(`pwsh -NoProfile -Command ${quoted(one)}`),
  (one) => judgeAfterInit(`sudo powershell.exe -c ${quoted(one)}`),
];

test("all processes or services, or what a search without a name finds, are stopped after a question", () => {
  const left = STOPS.stopped.filter((one) =>
    CALLED.some((judge) => !["deny", "ask"].includes(judge(one).effect)),
  );
  expect(left).toEqual([]);
  expect(STOPS.passes.filter((one) => CALLED.some((judge) => judge(one).effect !== "abstain"))).toEqual([]);
});
