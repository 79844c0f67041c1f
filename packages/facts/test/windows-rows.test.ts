// What PowerShell and `cmd` do, and paths as Windows writes them.
import { expect, test } from "vitest";
import type { PathFact } from "../src/index.js";
import { createFacts, PROGRAMS, TOOL_ROWS } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const PLACE = {
  ...{ event: "before_tool_call", platform: "win32", cwd: String.raw`C:\proj` },
  ...{ workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me` },
};

const shown = ({ home, local, path, tree }: PathFact): string =>
  `${home ?? local ?? path ?? "?"}${tree ? "/**" : ""}`;

/** What a command reads, writes and deletes, and what is not understood of it. */
function said(toolName: string, params: object, place: object = PLACE): string {
  const found = facts({ ...place, toolName, params });
  const lists = (["reads", "writes", "deletes"] as const).flatMap((name) =>
    found[name].map((fact) => `${name} ${shown(fact)}`),
  );
  const codes = found.unknown.map(({ code }) => `unknown ${code}`);
  return [...new Set([...lists, ...codes])].join(", ");
}

test.each([
  [String.raw`ri -Rec -Fo C:\x`, "deletes /c/x/**"],
  [String.raw`Remove-Item c:/PROJ/a.txt`, "deletes ./a.txt"],
  [String.raw`REMOVE-ITEM -literal 'C:\users\ME\a b.txt' -for`, "deletes ~/a b.txt"],
  ["rm a,b -Force", "deletes ./a, deletes ./b"],
  ["Remove-Item a -Recurse:$false", "deletes ./a"],
  ["$p = @{ Path = 'a'; Recurse = $true }; Remove-Item @p", "deletes ./a/**"],
  ["'a', 'b' | Remove-Item", "deletes ./a, deletes ./b"],
  ["'a', 'b' | % { Remove-Item \"$_.txt\" }", "deletes ./a.txt, deletes ./b.txt"],
  ["foreach ($i in 1..2) { gc x }", "reads ./x"],
  ["function f($a, $b) { cp $a $b }; f -b y -a x", "reads ./x, writes ./y, writes ./y/x"],
  ["if ($x) { gc a } elseif ($y) { gc b } else { gc c }", "reads ./a, reads ./b, reads ./c"],
  ["switch ($x) { 1 { gc a } default { gc b } }", "reads ./a, reads ./b"],
  ["try { gc a } catch [IO.IOException] { gc b } finally { gc c }", "reads ./a, reads ./b, reads ./c"],
  ["do { gc a } until ($x)", "reads ./a"],
  ["& { gc a }", "reads ./a"],
  ["$s = { gc a }; & $s", "reads ./a, unknown unknown-program"],
  ["gc (Join-Path $HOME .ssh id_rsa)", "reads ~/.ssh/id_rsa"],
  [String.raw`gc "$env:APPDATA\x"`, "reads ~/AppData/Roaming/x"],
  ["gc ('a' + '.' + 'txt')", "reads ./a.txt"],
  ["gc ('{0}.{1}' -f 'a', 'txt')", "reads ./a.txt"],
  ["gc (('a', 'b') -join '/')", "reads ./a/b"],
  ["iex 'gc a'", "reads ./a"],
  ["$c = 'gc'; & $c a", "reads ./a"],
  ["$c = 'iex'; & $c 'gc a'", "reads ./a"],
  ["Set-Alias x Get-Content; x a", "reads ./a"],
  ["'x' > a 2> b", "writes ./a, writes ./b"],
  ["gc a *> $null", "reads ./a"],
  [String.raw`cd C:\Users\me; gc .npmrc`, "reads ~/.npmrc, reads ./.npmrc"],
  ["@'\nx\n'@ | sc a", "writes ./a"],
  ["gc a # gc b", "reads ./a"],
  ["gc a <# gc b #>", "reads ./a"],
  ["gc `\n  a", "reads ./a"],
  ["cmd /c del /s /q a", "deletes ./a/**, deletes ./**/a/**, deletes ./\uFFFD/a/**"],
  ["cmd /c sort a /r", "reads ./a"],
  ["cmd /c sort a /O b", "reads ./a, writes ./b"],
  ["gc a; if (", "reads ./a, unknown syntax"],
])("PowerShell: %s", (command, expected) => {
  expect(said("PowerShell", { command })).toBe(expected);
});

test.each([
  // Of a folder all files; else each file of the name, wherever it is below.
  ["del /s /q a", "deletes ./a/**, deletes ./**/a/**, deletes ./\uFFFD/a/**"],
  ["rd/s/q a", "deletes ./a/**"],
  [String.raw`type %USERPROFILE%\.npmrc`, "reads ~/.npmrc"],
  // `%X%` is put in before the line runs, and stays where nothing has set it.
  ["set X=a&& type %X%.txt", "reads ./a.txt, reads ./%X%.txt"],
  ['set "X=a" & type %X%', "reads ./a, reads ./%X%"],
  ["t^ype a", "reads ./a"],
  ["echo a > b & type c 2>nul", "reads ./c, writes ./b"],
  ["if exist a (del a) else del b", "deletes ./a, deletes ./b"],
  ["for %i in (a b) do @del %i", "deletes ./a, deletes ./b"],
  [`for /f %i in ('type a') do del b`, "reads ./a, deletes ./b"],
  ["copy a.txt b", "reads ./a.txt, writes ./b, writes ./b/a.txt"],
  // Of what may be a folder all files are copied.
  [
    "copy a b",
    "reads ./a, reads ./a/*, reads ./a/\uFFFD, writes ./b, writes ./b/a, writes ./b/*, writes ./b/\uFFFD",
  ],
  ["call del a", "deletes ./a"],
  ['start "" /wait cmd /c del a', "deletes ./a"],
  ["mkdir x & cd x & del a", "writes ./x, deletes ./x/a, deletes ./a"],
  ["rem del a", ""],
  ["(del a & del b) || del c", "deletes ./a, deletes ./b, deletes ./c"],
])("cmd: %s", (command, expected) => {
  const parts = new Set(
    said("Bash", { command: `cmd /c '${command.replaceAll("'", "'\\''")}'` }).split(", "),
  );
  expect(parts).toEqual(new Set(expected.split(", ")));
});

test.each([
  ["Read", { file_path: String.raw`C:\Users\me\.ssh\id_rsa` }, "reads ~/.ssh/id_rsa"],
  ["Read", { file_path: String.raw`src\a.ts` }, "reads ./src/a.ts"],
  ["Write", { file_path: "c:/proj/a" }, "writes ./a"],
  ["Read", { file_path: String.raw`\\?\C:\proj\a` }, "reads ./a"],
  ["Read", { file_path: String.raw`\\host\share\a` }, "reads /unc/host/share/a"],
  ["Bash", { command: "cat /c/Users/me/.npmrc" }, "reads ~/.npmrc"],
])("%s of %j", (tool, params, expected) => {
  expect(said(tool, params)).toBe(expected);
});

test("a path with a drive is one of Windows where the event names no platform", () => {
  const { reads } = facts({
    ...{ event: "before_tool_call", toolName: "Read", cwd: "/w", home: "/home/u" },
    params: { file_path: String.raw`C:\Users\me\.ssh\id_rsa` },
  });
  expect(reads.map(({ path, folds }) => [path, folds])).toEqual([["/c/Users/me/.ssh/id_rsa", true]]);
});
