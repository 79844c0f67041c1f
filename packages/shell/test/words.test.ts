import { describe, expect, test } from "vitest";
import { type CommandReader, type Field, SHELL_LIMITS, runShell, showField } from "../src/index.js";

/** The argv of every program that a text may run, and what was not understood. */
function read(text: string): {
  readonly argv: readonly (readonly string[])[];
  readonly unknown: readonly string[];
} {
  const argv: string[][] = [];
  const unknown: string[] = [];
  const nothing: readonly Field[] = [""];
  const reader: CommandReader = {
    command: (call) => {
      if (!call.builtin) argv.push(call.fields.map(showField));
      return nothing;
    },
    file: () => [],
    variable: () => undefined,
    multiplies: () => undefined,
    unknown: (code) => {
      unknown.push(code);
    },
  };
  runShell(text, { directory: "/w", home: "/home/u" }, reader);
  return { argv, unknown };
}

const ROWS: readonly (readonly [text: string, ...argv: string[]])[] = [
  ["a 'b c' \"d e\" f\\ g", "a|b c|d e|f g"],
  ["a ~ ~/x \\~ '~'", "a|/home/u|/home/u/x|~|~"],
  ["a {b,c}d {1..3} {x} {}", "a|bd|cd|1|2|3|{x}|{}"],
  ["x='b c'; a $x \"$x\"", "a|b|c|b c"],
  ['x=; a $x "$x"', "a|"],
  ['x={b\\,c\\ d,e}; a "$x"', "a|{b,c d,e}"],
  ['f() { local -n y=x; y={b\\{,c}; }; f; a "$x"', "a|{b{,c}"],
  ["IFS=:; x=b:c; a $x", "a|b|c"],
  [
    "x=abc.tar.gz; a ${x%.*} ${x%%.*} ${x#*.} ${x/b/X} ${x:1:2} ${x^^} ${#x}",
    "a|abc.tar|abc|tar.gz|aXc.tar.gz|bc|ABC.TAR.GZ|10",
  ],
  ["x=(b 'c d'); a \"${x[@]}\" ${#x[@]} ${x[1]}", "a|b|c d|2|c|d"],
  ["set -- b 'c d'; a \"$@\" $# $1", "a|b|c d|2|b"],
  ['a $(echo b c) "$(echo d e)" `echo f`', "a|b|c|d e|f"],
  ["a $((1+2*3)) $((x=4)) $x", "a|7|4|4"],
  ["printf -v x '%03d-%s' 7 q; a $x", "a|007-q"],
  ["x=y; y=z; a ${!x}", "a|z"],
  ["f() { local x=1; a $x $1; }; x=2; f 3; a $x", "a|1|3", "a|2"],
  ["case ab in a*) a 1;; *) a 2;; esac", "a|1"],
  ["for i in b c; do [ $i = b ] && continue; a $i; done; b", "a|b", "a|c", "b"],
  ["true && a; false && b; false || c", "a", "c"],
  ["exit; a"],
];

describe("words and state", () => {
  test.each(ROWS)("%s", (text, ...expected) => {
    const found = read(text).argv.map((one) => one.join("|"));
    expect(found).toEqual(expected);
  });

  test("values that double are cut, and said", () => {
    const found = read(`a=x; ${"a=$a$a; ".repeat(60)} b $a`);
    const [[name, value = ""] = []] = found.argv;
    expect(name).toBe("b");
    expect(value).toMatch(/^\uFFFD{1,64}$/);
  });

  test("limits are said", () => {
    expect(read("x".repeat(SHELL_LIMITS.text + 1)).unknown).toContain("limit");
    expect(read("a;".repeat(SHELL_LIMITS.nodes + 10)).unknown).toContain("limit");
    expect(read("a {1..20}{1..20}").unknown).toContain("limit");
    expect(read("f() { f; f; }; f").unknown).toContain("limit");
  });
});
