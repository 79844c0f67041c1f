import type { Expr } from "@gatehouse-hooks/condition/compile";

/** A test of a condition, as it is or denied. */
export interface BoxAtom {
  readonly not: boolean;
  readonly node: Expr;
}

/** The most alternatives that a condition is split into. */
const MOST = 4_000;

/**
 * A condition as alternatives: it holds where all tests of one of them do.
 *
 * @returns null where there are too many
 */
export function alternativesOf(node: Expr, not = false): readonly (readonly BoxAtom[])[] | null {
  switch (node.kind) {
    case "truth":
      return alternativesOf(node.operand, not);
    case "not":
      return alternativesOf(node.operand, !not);
    case "and":
    case "or": {
      const parts = node.operands.map((operand) => alternativesOf(operand, not));
      let all: readonly (readonly BoxAtom[])[] = (node.kind === "or") !== not ? [] : [[]];
      for (const part of parts) {
        if (part === null) return null;
        all =
          (node.kind === "or") !== not
            ? [...all, ...part]
            : all.flatMap((before) => part.map((after) => [...before, ...after]));
        if (all.length > MOST) return null;
      }
      return all;
    }
    default:
      return [[{ not, node }]];
  }
}

/** The condition that all of these tests hold. */
export function togetherOf(atoms: readonly BoxAtom[]): Expr {
  const span = [0, 0] as const;
  const operands = atoms.map(({ not, node }): Expr => (not ? { kind: "not", operand: node, span } : node));
  const [first = { kind: "literal", value: true, span }, second] = operands;
  return second === undefined ? first : { kind: "and", operands, span };
}

/** `r.path` as text; undefined for what is no chain of names. */
export function chainOf(node: Expr): string | undefined {
  if (node.kind === "name") return node.name;
  if (node.kind !== "member") return undefined;
  const object = chainOf(node.object);
  return object === undefined ? undefined : `${object}.${node.key}`;
}

/** The strings of a literal or of a list of literals. */
export function stringsOf(node: Expr | undefined): readonly string[] {
  if (node?.kind === "literal") return typeof node.value === "string" ? [node.value] : [];
  return node?.kind === "list" ? node.items.flatMap(stringsOf) : [];
}
