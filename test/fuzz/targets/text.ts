import { analyze, parse, print, readAst } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import { isDeepStrictEqual } from "node:util";
import { readRows } from "../../../packages/condition/test/read-rows.js";
import { withoutSpans } from "../../../packages/condition/test/without-spans.js";
import { finding } from "../target.js";
import type { Target } from "../target.js";
import { compareOutcomes } from "./events.js";

/** Any text: parsed or refused with issues; what parses prints, stores and means the same to the reference. */
export const text: Target = {
  name: "text",
  seeds: [
    ...readRows<{ readonly expr: string }>("./corpora/hostile-expressions.jsonl")
      .map(({ expr }) => expr)
      .filter((expr) => typeof expr === "string" && expr.length < 500),
    'toolName == "exec" && (params.command.includes("rm") || !has(params.path))',
    'c.any(x, x == 1 || x.b == "b") && b.all(y, y != null) && a[0] in ["a", null, 1]',
    String.raw`a == r"\d" || c[r'\'] == "\d" && params.command.matches(r"\brm\s") || r == "\x41"`,
    'params.path.glob("**/*.ts") || params.command.matches("^rm") || a.lower().trim().upper().size() >= 1',
  ],
  dictionary:
    `a b c toolName params.command . , ( ) [ ] ! && || == != < <= > >= in has( true false null 0 1 -1 1.5 1e3 "a" 'a' "rm" "" .includes( .startsWith( .endsWith( .matches( .glob( .lower() .upper() .trim() .size() .any(x, .all(x, x [0] ["b"] .length __proto__ constructor toString \\u0061 \\n \\d \\ r r" r' r"\\d" r'\\'`.split(
      " ",
    ),
  run(input) {
    const { ast, issues } = parse(input);
    const strict = parse(input, { escapes: "strict" });
    if (strict.ast !== null && !isDeepStrictEqual(strict, { ast, issues }))
      finding("the strict reading is another one");
    if (strict.ast === null && ast !== null && !strict.issues.some(({ code }) => code === "unknown-escape"))
      finding("refused in strict mode without a reason");
    const errors = issues.filter(({ severity }) => severity === "error");
    if ((ast === null) !== errors.length > 0) finding("an AST with errors, or none without");
    for (const { offset = 0, message } of issues) {
      if (offset < 0 || offset > input.length) finding("an offset outside of the text");
      if (/[\p{Cc}\p{Cs}]/u.test(message)) finding("a message that is not one clean line");
    }
    if (ast === null) return [...new Set(issues.map(({ code }) => code))].toSorted().join();
    const printed = print(ast);
    const again = parse(printed).ast;
    if (again === null) return finding(`printed text does not parse: ${printed}`);
    if (!isDeepStrictEqual(withoutSpans(again), withoutSpans(ast)))
      finding(`printed text means another AST: ${printed}`);
    if (print(again) !== printed) finding("printing twice differs");
    const stored = readAst(JSON.parse(JSON.stringify(ast)));
    if (!isDeepStrictEqual(stored.ast, ast)) finding("the stored AST is another one");
    analyze(ast);
    if (Object.keys(Object.prototype).length > 0) finding("Object.prototype changed");
    return compareOutcomes(ast) + kindsOf(ast);
  },
};

/** The kinds and methods in an AST, for telling inputs apart. */
export function kindsOf(ast: Expr): string {
  const names = JSON.stringify(ast).match(/"(?:kind|method|operator)":"[^"]+"/g) ?? [];
  return [...new Set(names)].toSorted().join();
}
