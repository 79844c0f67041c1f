// Held against the public grammar of PowerShell, as WebAssembly: what it takes for a command is one.
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { expect, test } from "vitest";
import { commandNames } from "./tree-sitter-commands.js";
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
