// Held against the public grammar of PowerShell, as WebAssembly: what it takes for a command is one.
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { expect, test } from "vitest";
import { writePowerShell } from "../../packages/facts/test/oracle/windows-scripts.js";
import { Dice } from "../../packages/shell/test/oracle/script-generator.js";
import { lawRuns } from "../assert-law.js";
import { commandNames, commandsOf } from "./tree-sitter-commands.js";
import { WINDOWS_CLASSES } from "./windows-classes.table.js";
import { ORDINARY } from "./windows-ordinary.table.js";
import { DANGEROUS, HARMLESS } from "./windows.table.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = {
  ...{ event: "before_tool_call", platform: "win32", cwd: String.raw`C:\proj` },
  ...{ workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me` },
};

const TEXTS = [
  ...[...DANGEROUS, ...HARMLESS].flatMap(([tool, text]) => (/^powershell$/i.test(tool) ? [text] : [])),
  ...Object.values(WINDOWS_CLASSES).flatMap(({ stopped, passes = [] }) => [...stopped, ...passes]),
  ...ORDINARY,
].filter((one) => !one.startsWith("@"));

/** The programs of a text. */
function programsOf(command: string): { readonly programs: readonly string[]; readonly complete: boolean } {
  const { commands, complete } = facts({ ...PLACE, toolName: "PowerShell", params: { command } });
  return { programs: commands.map(({ program }) => (program ?? "").toLowerCase()), complete };
}

/** What is read as other commands, as a call of its block, or as the value that it gives. */
const TURNED =
  /^(?:Set-Content|Add-Content|Write-Output|echo|ForEach-Object|New-Object|Join-Path|Invoke-Expression|iex)$/i;

/** A function or an alias of the text itself. */
function isMade(text: string, name: string): boolean {
  return new RegExp(String.raw`(?:function|alias|sal)\s+(?:-Name\s+)?${name}\b`, "i").test(text);
}

test("what the grammar says is a command is one of the facts, under its whole name", () => {
  let held = 0;
  const missed = TEXTS.flatMap((text) => {
    const { programs, complete } = programsOf(text);
    const names = (commandNames(text) ?? []).filter((one) => /^[A-Za-z][\w.-]*$/.test(one));
    if (!complete) return [];
    held += names.length;
    const lost = names
      .filter((one) => !TURNED.test(one) && !isMade(text, one))
      .filter((one) => !programs.includes(programsOf(one).programs[0] ?? ""));
    return lost.length === 0 ? [] : [{ text, lost, programs }];
  });
  expect(held).toBeGreaterThan(300);
  expect(missed).toEqual([]);
});

/** The words are among the others, in order. */
function isWithin(words: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return words.every((one) => (at = all.indexOf(one, at + 1)) !== -1);
}

const names = new Map<string, string>();
/** The name under which the facts have a command. */
function nameOf(written: string): string {
  const known = names.get(written) ?? programsOf(written).programs[0] ?? "";
  names.set(written, known);
  return known;
}

test("each command of generated texts, with its words, is one of the facts", () => {
  let held = 0;
  const runs = lawRuns({ deep: 1_000, full: 20_000 });
  const missed = Array.from({ length: runs }, (_, i) => writePowerShell(new Dice(i)).text).flatMap((text) => {
    const { commands, complete } = facts({ ...PLACE, toolName: "PowerShell", params: { command: text } });
    const written = complete ? (commandsOf(text) ?? []) : [];
    held += written.length;
    const lost = written.filter(
      ({ name, words }) =>
        !TURNED.test(name) &&
        !isMade(text, name) &&
        !commands.some((one) => one.program?.toLowerCase() === nameOf(name) && isWithin(words, one.args)),
    );
    return lost.length === 0 ? [] : [{ text, lost }];
  });
  expect(missed).toEqual([]);
  expect(held).toBeGreaterThan(runs);
}, 1_800_000);
