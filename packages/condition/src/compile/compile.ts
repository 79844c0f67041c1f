import type { Expr, Predicate } from "../ast.js";
import { compileTruth } from "./closures.js";
import { isChecked, readAst } from "./read-ast.js";
import { newScope } from "./scope.js";

/**
 * Makes a predicate of an AST. It is total: it never throws, reads own data properties only and calls no code of the
 * event, whatever it is given. Sealed events (`sealJson`, `parseJson`) are the fast ones.
 *
 * Throws a `TypeError` for an AST that neither `parse` nor `readAst` made and that `readAst` would refuse.
 */
export function compile(ast: Expr): Predicate {
  const evaluate = compileTruth(isChecked(ast) ? ast : mustRead(ast), []);
  return (event) => {
    try {
      return evaluate(event, newScope());
    } catch {
      // The budget is spent, or the caller left no stack: a failure, never an answer.
      return "over-budget";
    }
  };
}

function mustRead(ast: Expr): Expr {
  const read = readAst(ast);
  if (read.ast === null) throw new TypeError(`not a valid AST: ${read.issues[0]?.message ?? ""}`);
  return read.ast;
}
