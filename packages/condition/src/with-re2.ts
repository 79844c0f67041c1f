import type { Expr, Predicate, SealedPredicate } from "./ast.js";
import * as core from "./compile/compile.js";
import type { PatternOptions } from "./compile/pattern.js";
import type { ReadAst } from "./compile/read-ast.js";
import { readAst as read } from "./compile/read-ast.js";
import { ownOption } from "@gatehouse-hooks/json";
import { re2 } from "./re2/re2.js";

/** `readAst` of `./compile`, with RE2 as the engine of patterns unless another is given. */
export function readAst(stored: unknown, options?: PatternOptions): ReadAst {
  return read(stored, withRe2(options));
}

/** `compile` of `./compile`, with RE2 for the patterns of ASTs that are not checked yet. */
export function compile(ast: Expr, options?: PatternOptions): Predicate {
  return core.compile(ast, withRe2(options));
}

/** `compileSealed` of `./compile`, with RE2 for the patterns of ASTs that are not checked yet. */
export function compileSealed(ast: Expr, options?: PatternOptions): SealedPredicate {
  return core.compileSealed(ast, withRe2(options));
}

function withRe2(options: PatternOptions | undefined): PatternOptions {
  return { patterns: ownOption(options, "patterns") ?? re2 };
}
