// What batch files do, where they go on, and when their variables are put in.
import { expect, test } from "vitest";
import { createFacts, type Facts, type PathFact, PROGRAMS, TOOL_ROWS } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

function factsOf(lines: readonly string[]): Facts {
  return facts({
    ...{ event: "before_tool_call", platform: "win32", cwd: String.raw`C:\proj` },
    ...{ workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me`, toolName: "PowerShell" },
    params: { command: `@'\n${lines.join("\n")}\n'@ | sc x.cmd; cmd /c x.cmd` },
  });
}

const shown = ({ local, path, tree }: PathFact): string => `${local ?? path ?? "?"}${tree ? "/**" : ""}`;

/** What a batch file does, but for the pattern itself where nothing matches it. */
function said(lines: readonly string[]): readonly string[] {
  const found = factsOf(lines);
  const lists = (["reads", "writes", "deletes"] as const).flatMap((name) =>
    found[name].map((fact) => `${name} ${shown(fact)}`),
  );
  const all = lists.filter((one) => one !== "writes ./x.cmd" && !one.includes("\uFFFD"));
  return [...new Set([...all, ...found.unknown.map(({ code }) => `unknown ${code}`)])].toSorted();
}

test.each([
  [["call :l a", "goto :eof", ":l", "del %1.txt"], ["deletes ./a.txt"]],
  [
    ["call :l a", "call :l b", "exit /b", ":l", "del %~1", "exit /b"],
    ["deletes ./a", "deletes ./b"],
  ],
  [["call :l a b", "goto :eof", ":l", "shift", "del %1"], ["deletes ./b"]],
  [
    ["cd d", "goto :l", "cd e", ":l", "del a"],
    ["deletes ./a", "deletes ./d/a", "deletes ./d/e/a", "deletes ./e/a"],
  ],
  [
    ["if exist x (goto l) else del b", "del a", ":l", "del c"],
    ["deletes ./a", "deletes ./b", "deletes ./c"],
  ],
  [
    [":l", "del a", "goto l"],
    ["deletes ./a", "unknown syntax"],
  ],
  [
    ["goto %X%", "del a"],
    ["deletes ./a", "unknown syntax"],
  ],
  [["set X=a", "setlocal", "set X=b", "endlocal", "del %X%"], ["deletes ./a"]],
  [["set X=a", "setlocal & set X=b & endlocal", "del %X%"], ["deletes ./a"]],
  [
    ["endlocal", "del a"],
    ["deletes ./a", "unknown syntax"],
  ],
  [
    ["set X=a", "set X=b& del %X%"],
    ["deletes ./a", "deletes ./b"],
  ],
  [
    ["set X=a", "for %%i in (1 2) do (del %X%&set X=b)"],
    ["deletes ./a", "deletes ./b"],
  ],
  [["set X=a", "set X=%X%b", "del %X%"], ["deletes ./ab"]],
  [
    ["set X=a", "set /p X=<b", "del %X%"],
    ["deletes ?", "reads ./b", "unknown dynamic-argument"],
  ],
  [
    ["set X=a", "set /a X=1+1", "del %X%"],
    ["deletes ?", "unknown dynamic-argument"],
  ],
  [
    ["set X=a", "set Y=b", "call set X=%%Y%%", "del %X%"],
    ["deletes ?", "unknown dynamic-argument"],
  ],
  [
    ["set X=a b", "del %X%"],
    ["deletes ./a", "deletes ./b"],
  ],
  [["set X=*.txt", "del %X%"], ["deletes ./*.txt"]],
  [
    ["set X=a,b", "del %X%"],
    ["deletes ./a,b", "unknown syntax"],
  ],
  [["set X=a ^& del b", "echo %X%"], ["unknown syntax"]],
  [["for %%i in (a b) do del %%i1"], ["deletes ./a1", "deletes ./b1"]],
  [["for %%i in (d\\a.b) do del %%~ni"], ["deletes ?", "unknown dynamic-argument"]],
  [["for /f %%i in ('echo a b') do del %%i"], ["deletes ?", "unknown dynamic-argument"]],
  [
    ["for /f \"delims=\" %%i in ('type b') do cd d", "del a"],
    ["deletes **/a", "reads ./b"],
  ],
  [
    ["set D=d\\", 'cd /d "%D%"', "del a"],
    ["deletes ./a", "deletes ./d/a"],
  ],
  [
    ["pushd d\\e", "del a", "popd"],
    ["deletes ./a", "deletes ./d/e/a"],
  ],
  [['del "*.*"'], ["deletes ./*"]],
  [["del /q d"], ["deletes ./d", "deletes ./d/*"]],
  [["del /s d\\*.log"], ["deletes ./d/**/*.log/**", "deletes ./d/*.log/**"]],
  [["ren d\\a b"], ["deletes ./d/a/**", "reads ./d/a/**", "writes ./d/b/**"]],
  [["copy a.c+b.c"], ["reads ./a.c", "reads ./b.c", "writes ./a.c", "writes ./b.c"]],
  [
    ["copy a.c+b.c c.c"],
    ["reads ./a.c", "reads ./b.c", "writes ./c.c", "writes ./c.c/a.c", "writes ./c.c/b.c"],
  ],
  [["copy ..\\a.c"], ["reads /c/a.c", "writes ./a.c"]],
  [['echo "%X%">"b"'], ["writes ./b"]],
  [["title x>b"], ["writes ./b"]],
  [[">b"], ["writes ./b"]],
  [
    ["for /l %%i in (1,1,2) do (del a & cd d)"],
    ["deletes **/a", "deletes ./a", "deletes ./d/a", "deletes ./d/d/a", "deletes ./d/d/d/a"],
  ],
  [
    ["set X=", "copy %X% b"],
    ["unknown syntax", "writes ./b"],
  ],
  [
    ['set X="a b"', 'type c>"%X%"'],
    ["reads ./c", "unknown syntax", "writes ./a b"],
  ],
  [['for /f %%i in ("a") do del b'], ["deletes ./b"]],
  [
    ["set X=a b", "if exist %X% del c"],
    ["deletes ./c", "unknown syntax"],
  ],
  [["set TEMP=d", "del %TEMP%\\a"], ["deletes ./d/a"]],
  [["set X=a 2>nul", "del %X%"], ["deletes ./a"]],
  [["for %%i in (*.*) do (del a & cd d)"], ["deletes **/a", "deletes ./a"]],
  [["del ^", " a"], ["deletes ./a"]],
  [["cmd /c del %CD%\\a"], ["deletes ./a"]],
])("%j", (lines, expected) => {
  expect(said(lines)).toEqual(expected.toSorted());
});
