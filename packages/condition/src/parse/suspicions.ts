import type { Expr, Span } from "../ast.js";
import { print } from "../print.js";
import { quote } from "@gatehouse-hooks/json";
import type { SyntaxProblem } from "./problems.js";

/** A name that is a word of another language, and its equivalent here. */
export interface ForeignWord {
  readonly name: string;
  readonly word: string;
  readonly offset: number;
}

/** Inside its loop the name is a variable, so it is intended. */
export function dropWords(words: ForeignWord[], variable: string, [start, end]: Span): void {
  const kept = words.filter(({ name, offset }) => name !== variable || offset < start || offset >= end);
  words.splice(0, words.length, ...kept);
}

/** Warnings for names such as `True`, which are properties here that no event has. */
export function wordProblems(words: readonly ForeignWord[]): readonly SyntaxProblem[] {
  return words.map(({ name, word, offset }) => ({
    severity: "warning",
    code: "foreign-word",
    message: `\`${name}\` is the name of a property here`,
    offset,
    cure: `write \`${word}\``,
  }));
}

/** UTF-16 code units of a condition that a cure still writes out. */
const LONGEST_CURE = 120;

/** `toolName == "exec" || "bash"`: values that are no comparisons, where conditions are wanted. */
export function constantOperands(kind: "and" | "or", operands: readonly Expr[]): readonly SyntaxProblem[] {
  return operands.flatMap((operand, i) => {
    const value = bare(operand);
    const isValue = value.kind === "list" || (value.kind === "literal" && typeof value.value !== "boolean");
    if (!isValue) return [];
    const always = value.kind === "list" || Boolean(value.value);
    const before = operands[i - 1];
    const mark = kind === "or" ? "||" : "&&";
    const cure =
      before?.kind === "compare" && value.kind === "literal" && before.operator !== "in"
        ? `write ${quote(`… ${mark} ${print({ ...before, right: value })}`, LONGEST_CURE)}`
        : "compare it with a property";
    return {
      severity: "warning",
      code: "constant-operand",
      message: `this is a value, not a comparison: it counts as ${always} for every event`,
      offset: value.span[0],
      cure,
    };
  });
}

/** Without `!` and parentheses. */
function bare(node: Expr): Expr {
  return node.kind === "not" || node.kind === "truth" ? bare(node.operand) : node;
}
