import { parse } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import { analyze } from "@gatehouse-hooks/condition/analysis";
import { compile, compileSealed, readAst } from "@gatehouse-hooks/condition/compile";
import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import { sealJsonObject } from "@gatehouse-hooks/json";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { describe, expect, test } from "vitest";

function stored(text: string): Expr {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  return JSON.parse(JSON.stringify(ast)) as Expr;
}

const FORCED = 'has(b) && c.any(x, x.matches("^--force$"))';

describe("the engine of `matches` is given, not built in", () => {
  test("without one a stored AST that needs it is refused, and the message has the cure", () => {
    const { ast, issues } = readAst(stored(FORCED));
    expect(ast).toBeNull();
    expect(issues).toEqual([
      {
        severity: "error",
        code: "no-pattern-engine",
        message:
          "`matches` needs a pattern engine: `readAst(ast, { patterns: re2 })` with that of `@gatehouse-hooks/condition/re2`",
      },
    ]);
    expect(() => compile(stored(FORCED))).toThrow("`matches` needs a pattern engine");
    expect(() => compileSealed(stored(FORCED))).toThrow("`matches` needs a pattern engine");
  });

  test("everything else needs none, globs too", () => {
    const { ast } = readAst(stored('a.glob("src/*.ts") || b.includes("x")'));
    if (ast === null) throw new Error("refused");
    expect([{ a: "src/a.ts" }, { b: "x" }, { a: "lib/a.ts" }].map(compile(ast))).toEqual([true, true, false]);
  });

  test("with one it is read, or compiled at once", () => {
    const events = [
      { b: 1, c: ["-v", "--force"] },
      { b: 1, c: ["--forced"] },
    ];
    const { ast } = readAst(stored(FORCED), { patterns: re2 });
    if (ast === null) throw new Error("refused");
    expect(events.map(compile(ast))).toEqual([true, false]);
    expect(events.map(compile(stored(FORCED), { patterns: re2 }))).toEqual([true, false]);
    const sealed = events.map((event) => {
      const { value } = sealJsonObject(event);
      if (value === undefined) throw new Error("refused");
      return value;
    });
    expect(sealed.map(compileSealed(stored(FORCED), { patterns: re2 }))).toEqual([true, false]);
  });

  test("a pattern is compiled when it is read, and never again", () => {
    const sources: string[] = [];
    const counting: PatternEngine = (source) => {
      sources.push(source);
      return re2(source);
    };
    const { ast } = readAst(stored('a.matches("1") && ("x".matches("2") || (b.matches("3")))'), {
      patterns: counting,
    });
    if (ast === null) throw new Error("refused");
    for (const make of [compile, compile]) expect(make(ast)({ a: "1", b: "3" })).toBe(true);
    expect(readAst(ast)).toEqual({ ast, issues: [] });
    analyze(ast);
    expect(sources).toEqual(["1", "2", "3"]);
  });

  test("every node of a checked AST is one itself: its patterns are there", () => {
    for (const root of [parse(FORCED).ast, readAst(stored(FORCED), { patterns: re2 }).ast]) {
      if (root?.kind !== "and") throw new Error("expected `and`");
      const answers = root.operands.map((operand) => compile(operand)({ c: ["--force"] }));
      expect(answers).toEqual([false, true]);
    }
  });

  test("parentheses around a test keep its pattern", () => {
    const { ast } = parse('!(a.matches("^x")) && (b.glob("y*"))');
    if (ast === null) throw new Error("does not parse");
    expect(
      [
        { a: "ax", b: "yy" },
        { a: "xa", b: "yy" },
      ].map(compile(ast)),
    ).toEqual([true, false]);
  });

  test("a copy of a checked node is not checked", () => {
    const { ast } = parse('a.matches("x")');
    if (ast === null) throw new Error("does not parse");
    expect(() => compile({ ...ast })).toThrow("`matches` needs a pattern engine");
    expect(() => compile(new Proxy(ast, {}))).toThrow(TypeError);
  });
});

describe("an engine that is at fault", () => {
  const broken = (): never => {
    throw new Error("crash");
  };

  test("that throws: the AST is refused", () => {
    const { ast, issues } = readAst(stored(FORCED), { patterns: broken });
    expect([ast, issues.map(({ code }) => code)]).toEqual([null, ["bad-ast"]]);
  });

  test("whose pattern throws: no answer, never false", () => {
    const predicate = compile(stored('a.matches("x")'), {
      patterns: () => ({ pattern: { size: 1, test: broken } }),
    });
    const { value } = sealJsonObject({ a: "x" });
    expect([predicate({ a: "x" }), predicate(value ?? {})]).toEqual(["over-budget", "over-budget"]);
  });
});

test("a pattern of RE2 says what is wrong with it", () => {
  expect(
    ["(", "a".repeat(1_001), "(?:abcdefghij){300}", "(?=a)"].map((source) => re2(source).problem),
  ).toEqual([
    "missing closing )",
    "longer than 1000 characters",
    "too large when its repetitions are written out",
    "invalid or unsupported Perl syntax",
  ]);
});
