import type { Expr, Predicate, SealedPredicate } from "./ast.js";
import * as core from "./compile/compile.js";
import type { PatternOptions } from "./compile/pattern.js";
import type { ReadAst } from "./compile/read-ast.js";
import { readAst as read } from "./compile/read-ast.js";
import { re2 } from "./re2/re2.js";

/** `readAst` of `./compile`, with RE2 as the engine of patterns unless another is given. */
export function readAst(stored: unknown, { patterns = re2 }: PatternOptions = {}): ReadAst {
  return read(stored, { patterns });
}

/** `compile` of `./compile`, with RE2 for the patterns of ASTs that are not checked yet. */
export function compile(ast: Expr, { patterns = re2 }: PatternOptions = {}): Predicate {
  return core.compile(ast, { patterns });
}

/** `compileSealed` of `./compile`, with RE2 for the patterns of ASTs that are not checked yet. */
export function compileSealed(ast: Expr, { patterns = re2 }: PatternOptions = {}): SealedPredicate {
  return core.compileSealed(ast, { patterns });
}
