import type { Expr } from "@gatehouse-hooks/condition/compile";
import { measuredRe2, type PatternEngine, type PatternLiteral, re2 } from "@gatehouse-hooks/condition/re2";
import { nodesBelow } from "./ast-text.js";

/** A pattern of `matches` with what is asked of it before a string is compared: its size, and the literals that it requires, in groups. */
export type StoredPattern = readonly [source: string, size: number, requires: readonly (readonly string[])[]];

const OPERATORS: readonly PatternLiteral["operator"][] = ["==", "startsWith", "endsWith", "includes"];

/** The patterns of ASTs, each once. To measure one takes longer than all else that is done to a condition. */
export function storePatterns(asts: readonly Expr[]): readonly StoredPattern[] {
  const found = new Map<string, StoredPattern | null>();
  const visit = (node: Expr): void => {
    const [argument] = node.kind === "call" && node.method === "matches" ? node.args : [];
    const source = argument?.kind === "literal" ? argument.value : null;
    if (typeof source === "string" && !found.has(source)) found.set(source, measured(source));
    for (const below of nodesBelow(node)) visit(below);
  };
  asts.forEach(visit);
  return [...found.values()].filter((one) => one !== null);
}

function measured(source: string): StoredPattern | null {
  const read = re2(source);
  if (read.problem !== undefined) return null;
  const requires = read.pattern.requires?.() ?? [];
  return [source, read.pattern.size, requires.map((group) => group.map(literalText))];
}

/**
 * The engine of patterns for ASTs whose patterns were stored: it believes what `storePatterns` gave, and reads every other pattern.
 *
 * @param stored of the program itself, never of what others can write
 */
export function storedPatterns(stored: readonly StoredPattern[]): PatternEngine {
  return measuredRe2(
    new Map(
      stored.map(([source, size, requires]) => [
        source,
        { size, requires: requires.map((group) => group.map(literalOf)) },
      ]),
    ),
  );
}

/** A digit, and the value. */
function literalText({ operator, value, folded }: PatternLiteral): string {
  return `${2 * OPERATORS.indexOf(operator) + (folded ? 1 : 0)}${value}`;
}

function literalOf(text: string): PatternLiteral {
  const digit = Number(text.slice(0, 1));
  return { operator: OPERATORS[digit >> 1] ?? "includes", value: text.slice(1), folded: digit % 2 === 1 };
}
