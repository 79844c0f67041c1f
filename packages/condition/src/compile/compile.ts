import type { Expr, Predicate, SealedPredicate } from "../ast.js";
import { isSealedEvent } from "@gatehouse-hooks/json/values";
import { limits } from "../limits.js";
import { isChecked } from "./checked.js";
import { compileTruth } from "./closures.js";
import type { Evaluate } from "./evaluate.js";
import type { Next, Step } from "./fused/atom.js";
import { fuse } from "./fused/fuse.js";
import { mayFail } from "./may-fail.js";
import type { PatternOptions } from "./pattern.js";
import { readAst } from "./read-ast.js";
import { clear, newScope } from "./scope.js";

/**
 * Makes a predicate of an AST. It is total: it never throws, reads own data properties only and calls no code of the
 * event, whatever it is given. Sealed events (`sealJson`, `parseJson`) are the fast ones.
 *
 * Every node that `parse` or `readAst` made is an AST for it. Another AST is read first.
 *
 * @param options the engine of patterns, for an AST that is read first
 * @throws TypeError for an AST that `readAst` refuses
 */
export function compile(ast: Expr, options?: PatternOptions): Predicate {
  const checked = checkedOf(ast, options);
  const ofAny = generalPredicate(checked);
  // Made for the first sealed event: a condition that is asked about other events alone needs none.
  let ofSealed: SealedPredicate | undefined;
  return (event) => (isSealedEvent(event) ? (ofSealed ??= sealedPredicate(checked))(event) : ofAny(event));
}

/**
 * The same for sealed events only, without asking each time whether the event is one: for callers that evaluate many conditions
 * against one sealed event. The answers are those of `compile`.
 *
 * The type keeps other values out. Given one against its type, a predicate may read what the value inherits.
 */
export function compileSealed(ast: Expr, options?: PatternOptions): SealedPredicate {
  return sealedPredicate(checkedOf(ast, options));
}

/** Takes any event. Its closures are made for the first one. */
function generalPredicate(ast: Expr): Predicate {
  let evaluate: Evaluate<boolean> | undefined;
  return (event) => {
    try {
      evaluate ??= compileTruth(ast, []);
      return evaluate(event, newScope());
    } catch {
      // The budget is spent, or the caller left no stack: a failure, never an answer.
      return "over-budget";
    }
  };
}

/**
 * Takes sealed events. The budget is one object for all evaluations: none begins inside another, since sealed events run
 * no code.
 */
function sealedPredicate(ast: Expr): SealedPredicate {
  const scope = newScope();
  const start = stepOf(fuse(ast, scope));
  if (!mayFail(ast)) return start;
  return (event) => {
    try {
      scope.steps = limits.steps;
      return start(event);
    } catch {
      return "over-budget";
    } finally {
      clear(scope);
    }
  };
}

/** A condition may be decided before any event comes. */
function stepOf(start: Next): Step {
  return typeof start === "function" ? start : () => start;
}

function checkedOf(ast: Expr, options: PatternOptions | undefined): Expr {
  if (isChecked(ast)) return ast;
  const read = readAst(ast, options);
  if (read.ast === null) throw new TypeError(`not a valid AST: ${read.issues[0]?.message ?? ""}`);
  return read.ast;
}
