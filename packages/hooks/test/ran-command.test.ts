// What certainly ran, for conditions that let something through.
import { Not, RanCommand } from "@gatehouse-hooks/hooks";
import { describe, expect, test } from "vitest";

import { record } from "./hook-world.js";

const after = (command: string, name = "Bash") => ({
  event: { event: "Stop" },
  transcript: { records: [record("assistant", "", [{ name, input: { command } }])], subagents: [] },
});
const ran = RanCommand("uv\\s+run\\s+lf");

describe("a skip condition wants the command itself, not one that speaks of it (C10)", () => {
  test.each([
    "uv run lf",
    "uv  run\tlf --fast",
    "'uv' run \"lf\"",
    "cd x && uv run lf",
    "cd x; uv run lf",
    "cd x\nuv run lf",
    "uv run lf | tail -5",
    "make || true; uv run lf",
    "make || true\nuv run lf",
    "CI=1 DEBUG= uv run lf",
    "env CI=1 uv run lf",
    "sudo -E uv run lf",
    "time nohup uv run lf",
    "timeout 60 uv run lf",
    "uv run --frozen --with=x uv run lf",
    "exec uv run lf",
    "sh -c 'uv run lf'",
    "/bin/bash -lc 'cd x && uv run lf'",
    "env X=1 bash -e -c 'CI=1 uv run lf'",
    `sh -c "sh -c 'uv run lf'"`,
  ])("%s", (command) => {
    expect(ran(after(command), true)).toBe(true);
    expect(Not(ran)(after(command), false)).toBe(false);
  });

  test.each([
    "echo uv run lf",
    "echo 'uv run lf'",
    "printf 'uv run lf'",
    "printf '%s' \"a; uv run lf\"",
    "grep -r 'uv run lf' .",
    "git commit -m 'uv run lf'",
    "cat <<< 'uv run lf'",
    "# uv run lf",
    "true # uv run lf",
    "make || uv run lf",
    "make || cd x && uv run lf",
    "true || sh -c 'uv run lf'",
    "sh -c 'echo uv run lf'",
    "sh 'uv run lf'",
    "sh script.sh -c 'uv run lf'",
    "bash --rcfile x -c 'uv run lf'",
    "env echo uv run lf",
    "X=1 echo uv run lf",
    "X='uv run lf' true",
    "sudo -u uv echo run lf",
    "sudo -u uv run lf",
    "timeout -k 60 uv run lf",
    "'uv run' lf",
    "if false; then uv run lf; fi",
    "f() { uv run lf; }",
    "echo $(uv run lf)",
    'echo "`uv run lf`"',
    "uv run lf $(exit 1)",
    "alias x='uv run lf'",
    "'uv run lf'x",
    "luv run lf",
    "uv run 'lf",
    `sh -c "sh -c \\"sh -c \\\\\\"x\\\\\\"\\""`,
    "",
  ])("not %s", (command) => {
    expect(ran(after(command), true)).toBe(false);
    expect(Not(ran)(after(command), false)).toBe(true);
  });

  test.each([
    ["lf", "uv run lf"],
    ["pytest", "python3 -m pytest -q"],
    ["pytest", "poetry run pytest"],
    ["vitest", "pnpm exec vitest"],
    ["^git push", "git push"],
    ["lint|test", "npx test"],
  ])("`%s` behind a program that runs it: %s", (pattern, command) => {
    expect(RanCommand(pattern)(after(command), true)).toBe(true);
  });

  test("the alternatives of a pattern begin a command, each of them", () => {
    expect(RanCommand("lint|test")(after("echo test"), true)).toBe(false);
    expect(RanCommand("lint|test")(after("echo lint"), true)).toBe(false);
  });

  test("four shells inside one another are not entered", () => {
    const nest = (inner: string): string => `sh -c ${JSON.stringify(inner)}`;
    // Quotes inside quotes are escaped, which only a shell can tell.
    expect(ran(after(nest(nest("uv run lf"))), true)).toBe(false);
    expect(ran(after("env sh -c \"env sh -c 'uv run lf'\""), true)).toBe(true);
  });

  test("where it only makes the hook look, anything that speaks of it counts, as before", () => {
    for (const command of ["uv run lf", "echo uv run lf", "make || uv run lf", "echo $(uv run lf)"]) {
      expect(ran(after(command))).toBe(true);
    }
    expect(ran(after("uv run lf", "Edit"), true)).toBe(false);
    expect(ran(after("uv run lf", "Execute"), true)).toBe(true);
  });
});
