// Texts whose effects are known because they were written from them; neither PowerShell nor `cmd` is needed.
import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import { createFacts, type Facts, PROGRAMS, TOOL_ROWS } from "../src/index.js";
import { writeCmd, writePowerShell, type WrittenScript } from "./oracle/windows-scripts.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = {
  ...{ event: "before_tool_call", platform: "win32", cwd: String.raw`C:\proj` },
  ...{ workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me` },
};
const runs = lawRuns({ quick: 100, deep: 1_000, full: 20_000 });

interface Missed {
  readonly text: string;
  readonly missed: readonly string[];
}

/** What the facts of texts lack although they say that all was understood, and how many were. */
function hold(
  write: (dice: Dice) => WrittenScript,
  read: (text: string) => Facts,
): { readonly misses: readonly Missed[]; readonly understood: number } {
  let understood = 0;
  const misses = Array.from({ length: runs }, (_, i) => write(new Dice(i))).flatMap(({ text, does }) => {
    const found = read(text);
    if (found.complete) understood++;
    const said = (["reads", "writes", "deletes"] as const).flatMap((list) =>
      found[list].map(({ local, path }) => (path === null ? list : `${list} ${local ?? path}`)),
    );
    const missed = does.filter((one) => !said.includes(one) && !said.includes(one.split(" ")[0] ?? ""));
    return found.complete && missed.length > 0 ? [{ text, missed }] : [];
  });
  return { misses, understood };
}

const asPowerShell = (command: string): Facts =>
  facts({ ...PLACE, toolName: "PowerShell", params: { command } });
const asCmd = (text: string): Facts =>
  facts({
    ...PLACE,
    toolName: "PowerShell",
    params: { command: `@'\n${text}\n'@ | sc x.cmd; cmd /c x.cmd` },
  });

test("what a text of PowerShell was written to do is in its facts", () => {
  const { misses, understood } = hold(writePowerShell, asPowerShell);
  expect(misses).toEqual([]);
  expect(understood).toBeGreaterThan(runs * 0.6);
});

test("what a text of cmd was written to do is in its facts", () => {
  const { misses, understood } = hold(writeCmd, asCmd);
  expect(misses).toEqual([]);
  expect(understood).toBeGreaterThan(runs * 0.6);
});

test("facts without what is deleted are caught", () => {
  const mutant = (text: string): Facts => ({ ...asPowerShell(text), deletes: [] });
  expect(hold(writePowerShell, mutant).misses.length).toBeGreaterThan(0);
});
