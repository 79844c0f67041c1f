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

export const NOTHING: CompiledArgument = freeze({ pattern: null, glob: null });

/**
 * Marks the nodes that `parse` or `readAst` made: frozen and checked, so `compile` need not check them again. A private
 * field, because it cannot be copied, and a `WeakSet` of all nodes costs more than making them. A call of `matches` or
 * `glob` keeps its compiled pattern there, one of `touches` or `within` its glob: each is compiled once, when it is read.
 */
class Checked extends Given {
  readonly #pattern: Pattern | null;
  readonly #glob: PathGlob | null;

  constructor(node: Expr, { pattern, glob }: CompiledArgument) {
    super(node);
    this.#pattern = pattern;
    this.#glob = glob;
  }

  static is(value: object): boolean {
    return #pattern in value;
  }

  static patternOf(node: object): Pattern | null {
    return #pattern in node ? node.#pattern : null;
  }

  static globOf(node: object): PathGlob | null {
    return #glob in node ? node.#glob : null;
  }
}

/**
 * The node, marked and frozen. The mark comes first: a later JavaScript may refuse it on frozen objects.
 *
 * INVARIANT: the node keeps every rule of `readAst` before it leaves this package, and so does all below it.
 */
export function checked(node: Expr, compiled: CompiledArgument = NOTHING): Expr {
  return freeze(new Checked(node, compiled) as object as Expr);
}

/** Is it an AST that `parse` or `readAst` made? It is frozen, and keeps every rule of `readAst`: no copy is needed. */
export function isChecked(value: unknown): value is Expr {
  return typeof value === "object" && value !== null && Checked.is(value);
}

/** The glob of a checked call of `touches` or `within`; `null` for every other node. */
export function pathGlobOf(call: Expr): PathGlob | null {
  return Checked.globOf(call);
}

/** The pattern of a checked call of `matches` or `glob`; `null` for every other node. */
export function patternOf(call: Expr): Pattern | null {
  return Checked.patternOf(call);
}
