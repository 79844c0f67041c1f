import { describe, expect, test } from "vitest";
import { type CommandReader, type Field, SHELL_LIMITS, runShell } from "../src/index.js";

const nothing: readonly Field[] = [""];

/** The units of work that a text costs: steps, not time. A mutant is a reader that does more. */
function costOf(text: string, command: CommandReader["command"] = () => nothing): number {
  const reader: CommandReader = {
    command,
    file: () => [],
    variable: () => undefined,
    multiplies: () => undefined,
    unknown: () => undefined,
  };
  return runShell(text, { directory: "/w", home: "/home/u" }, reader).cost.work;
}

/** Texts that grow with a number. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  statements: (size) => "a;".repeat(size),
  "and lists": (size) => `${"a && ".repeat(size)}b`,
  "or lists": (size) => `${"a || b && ".repeat(size)}c`,
  pipes: (size) => `${"cat|".repeat(size)}sh`,
  arguments: (size) => `rm ${"a ".repeat(size)}`,
  quotes: (size) => `echo ${"'a'\"b\"".repeat(size)}`,
  assignments: (size) => Array.from({ length: size }, (_, i) => `v${i}=${i}`).join(";"),
  "one variable": (size) => "x=a;".repeat(size),
  ifs: (size) => "if a; then x=b; fi;".repeat(size),
  cases: (size) => `case $x in ${"a) b;; ".repeat(size)}esac`,
  subshells: (size) => "(a);".repeat(size),
  functions: (size) => Array.from({ length: size }, (_, i) => `f${i}() { a; };`).join(""),
  calls: (size) => `f() { a; };${"f;".repeat(size)}`,
  traps: (size) => "trap a EXIT;".repeat(size),
  "traps and variables": (size) => "trap 'rm $x' EXIT; x=a;".repeat(size),
  directories: (size) => "cd a;".repeat(size),
  substitutions: (size) => `echo ${"$(a) ".repeat(size)}`,
  redirections: (size) => "a > b;".repeat(size),
  documents: (size) => "cat <<E\nx\nE\n".repeat(size),
  files: (size) => Array.from({ length: size }, (_, i) => `echo a > f${i};`).join(""),
  jobs: (size) => "a & ".repeat(size),
  ranges: (size) => `rm ${"{1..9} ".repeat(size)}`,
  braces: (size) => `rm ${"{a,b}c ".repeat(size)}`,
  "open braces": (size) => `rm ${"{a,".repeat(size)}`,
  "nested substitutions": (size) => `echo ${"$(".repeat(8)}${"a ".repeat(size)}${")".repeat(8)}`,
  formats: (size) => `printf 'rm %s\\n' ${"a ".repeat(size)}| sh`,
  "code in code": (size) => "eval bash -c 'rm a';".repeat(size),
};

const SIZE = 16;

/** How much dearer a text of eight times the size is. */
function growthOf(
  make: (size: number) => string,
  commandOf: () => CommandReader["command"] | undefined = () => undefined,
): number {
  return costOf(make(8 * SIZE), commandOf()) / costOf(make(SIZE), commandOf());
}

describe("cost: a reading takes steps in proportion to the length of its text", () => {
  test.each(Object.entries(SHAPES))("%s", (_, make) => {
    expect(costOf(make(8 * SIZE))).toBeLessThan(SHELL_LIMITS.work);
    expect(growthOf(make)).toBeLessThan(10);
  });

  test("a reader that looks at all commands before each one is caught", () => {
    const grown = growthOf(SHAPES["statements"] ?? String, () => {
      let seen = 0;
      return (_, world) => {
        world.spend(64 * ++seen);
        return nothing;
      };
    });
    expect(grown).toBeGreaterThan(10);
  });
});

describe("cost: no text takes more steps than the limit, and what one of them takes", () => {
  test.each([
    `a=x; ${"a=$a$a; ".repeat(40)} rm $a`,
    "{a,b}".repeat(12),
    `f() { f; f; }; f`,
    `${"for i in 1 2 3; do ".repeat(9)}a${"; done".repeat(9)}`,
    `${"trap 'x=$x$x; y=$x' EXIT;".repeat(100)} x=ab`,
    "if a; then cd b; else cd c; fi; ".repeat(150),
    `while :; do ${"x=$x$y; y=$y$x; ".repeat(60)} done`,
    `echo ${"$(".repeat(40)}a${")".repeat(40)}`,
    "eval 'eval \"a\"';".repeat(200),
  ])("%s", (text) => {
    expect(costOf(text)).toBeLessThan(SHELL_LIMITS.work + 400_000);
  });
});
