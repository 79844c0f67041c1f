import type { Expr } from "../ast.js";
import { Given } from "@gatehouse-hooks/json/intrinsics";
import { freeze } from "@gatehouse-hooks/json/intrinsics";
import type { PathGlob } from "./paths/path-glob-result.js";
import type { Pattern } from "./pattern.js";

/** What a call has compiled of its argument. */
export interface CompiledArgument {
  readonly pattern: Pattern | null;
  readonly glob: PathGlob | null;
}

export const NOTHING_COMPILED: CompiledArgument = freeze({ pattern: null, glob: null });

/**
 * Marks the nodes that `parse` or `readAst` made: frozen and checked, so `compile` need not check them again. A private
 * field, because it cannot be copied, and a `WeakSet` of all nodes costs more than making them. A call of `matches` or
 * `glob` keeps its compiled pattern there, one that asks a path fact its globs: each is compiled once, when it is read.
 */
class Checked extends Given {
  readonly #compiled: CompiledArgument;

  constructor(node: Expr, compiled: CompiledArgument) {
    super(node);
    this.#compiled = compiled;
  }

  static is(value: object): boolean {
    return #compiled in value;
  }

  static compiledOf(node: object): CompiledArgument {
    return #compiled in node ? node.#compiled : NOTHING_COMPILED;
  }
}

/**
 * The node, marked and frozen. The mark comes first: a later JavaScript may refuse it on frozen objects.
 *
 * INVARIANT: the node keeps every rule of `readAst` before it leaves this package, and so does all below it.
 */
export function checked(node: Expr, compiled: CompiledArgument = NOTHING_COMPILED): Expr {
  return freeze(new Checked(node, compiled) as object as Expr);
}

/** Is it an AST that `parse` or `readAst` made? It is frozen, and keeps every rule of `readAst`: no copy is needed. */
export function isChecked(value: unknown): value is Expr {
  return typeof value === "object" && value !== null && Checked.is(value);
}

/** The globs of a checked call that asks a path fact; `null` for every other node. */
export function pathGlobOf(call: Expr): PathGlob | null {
  return Checked.compiledOf(call).glob;
}

/** The pattern of a checked call of `matches` or `glob`; `null` for every other node. */
export function patternOf(call: Expr): Pattern | null {
  return Checked.compiledOf(call).pattern;
}
