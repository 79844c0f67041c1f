import { type Expr, readAst } from "@gatehouse-hooks/condition/compile";
import { type PatternEngine, re2 } from "@gatehouse-hooks/condition/re2";
import { takeAst } from "@gatehouse-hooks/condition/stored";
import { astOf, astText, spansText } from "./ast-text.js";
import { ascii } from "./store-format.js";

/** An AST as two short texts: what it is, and where each part of it is written. */
export type StoredAst = readonly [ast: string, spans: string];

/** Writes an AST as a store keeps it: a tenth of its own JSON. */
export function storeAst(ast: Expr): StoredAst {
  return [ascii(astText(ast)), spansText(ast)];
}

/**
 * Reads what `storeAst` has written.
 *
 * @param patterns what reads its patterns: `storedPatterns` where they were stored, too
 * @returns `null` for what is not an AST
 * @example
 * const ast = readStoredAst(storeAst(parse("params.force").ast));
 */
export function readStoredAst([text, spans]: StoredAst, patterns: PatternEngine = re2): Expr | null {
  return astFrom(text, patterns, spans);
}

/** Checked again: it is about to run. What is plainly right is not copied for that. */
export function astFrom(text: string, patterns: PatternEngine, spans?: string): Expr | null {
  try {
    const taken = takeAst(astOf(text, spans), { patterns });
    return taken === undefined ? readAst(astOf(text, spans), { patterns }).ast : taken.value;
  } catch {
    return null;
  }
}
