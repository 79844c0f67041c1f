import type { Expr, Outcome, Predicate, SealedPredicate } from "../ast.js";
import { isSealedEvent } from "@gatehouse-hooks/json/values";
import type { JsonObject } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { isChecked } from "./checked.js";
import { compileTruth } from "./closures.js";
import type { Evaluate } from "./closures.js";
import type { Next } from "./fused/atom.js";
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
  const checked = isChecked(ast) ? ast : mustRead(ast, options);
  const general = generalPredicate(checked);
  if (!mayFail(checked)) return free(checked, general);
  const sealed = spending(checked);
  return (event) => (isSealedEvent(event) ? sealed(event) : general(event));
}

/**
 * The same for sealed events only, without asking each time whether the event is one: for who asks many conditions
 * about an event that `isSealed` answered yes to. The answers are those of `compile`.
 *
 * The type keeps other values out. Given one against its type, a predicate may read what the value inherits.
 */
export function compileSealed(ast: Expr, options?: PatternOptions): SealedPredicate {
  const checked = isChecked(ast) ? ast : mustRead(ast, options);
  if (mayFail(checked)) return spending(checked);
  const { start } = fuse(checked, newScope(), null);
  return typeof start === "function" ? start : () => start;
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

/** A condition that pays for nothing: it needs no budget, and nothing in it throws. */
function free(ast: Expr, general: Predicate): Predicate {
  const { start, takesAll } = fuse(ast, newScope(), general);
  // A sealed event is all that the atoms of paths read; the start gives every other event to `general`.
  if (takesAll && typeof start === "function") return start as Predicate;
  return (event) => (isSealedEvent(event) ? answer(start, event) : general(event));
}

/** The budget is one object for all evaluations: none begins inside another, since sealed events run no code. */
function spending(ast: Expr): SealedPredicate {
  const scope = newScope();
  const { start } = fuse(ast, scope, null);
  return (event) => {
    try {
      scope.steps = limits.steps;
      return answer(start, event);
    } catch {
      return "over-budget";
    } finally {
      clear(scope);
    }
  };
}

function answer(start: Next, event: JsonObject): Outcome {
  return typeof start === "function" ? start(event) : start;
}

function mustRead(ast: Expr, options: PatternOptions | undefined): Expr {
  const read = readAst(ast, options);
  if (read.ast === null) throw new TypeError(`not a valid AST: ${read.issues[0]?.message ?? ""}`);
  return read.ast;
}
