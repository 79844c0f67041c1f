import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { nodePath, pathsOf, type ReadPath } from "./paths-of.js";

const LITERAL_METHODS: ReadonlySet<string> = new Set(["includes", "startsWith", "endsWith"]);

/**
 * Tells operands that decide for sure, without a search: tests of an argument that no other test of these conditions looks at. It may
 * be left out, and every such test is false; it may be the string that it is compared with, or another one.
 */
export class FreeParts {
  readonly #paths: readonly ReadPath[];

  constructor(conditions: readonly Expr[]) {
    this.#paths = conditions.flatMap(pathsOf);
  }

  /** @param kind whether it has to be false for some event (`and`), or to hold (`or`) */
  has(operand: Expr, kind: "and" | "or"): boolean {
    const path = comparedPath(operand) ?? (kind === "and" ? positivePath(operand) : undefined);
    // The fields of events have types; an argument that has one is a string.
    if (path === undefined || path.length < 2) return false;
    return this.#paths.filter((other) => isRelated(path, other)).length === 1;
  }
}

/** What is compared with a string that is not empty. */
function comparedPath(node: Expr): ReadPath | undefined {
  if (node.kind === "not" || node.kind === "truth") return comparedPath(node.operand);
  if (node.kind === "compare" && (node.operator === "==" || node.operator === "!="))
    return isText(node.right) ? nodePath(node.left) : undefined;
  if (node.kind !== "call" || !LITERAL_METHODS.has(node.method)) return undefined;
  const [argument] = node.args;
  return argument !== undefined && isText(argument) ? nodePath(node.object) : undefined;
}

/** What a test is of that is false where it is left out. */
function positivePath(node: Expr): ReadPath | undefined {
  if (node.kind === "call" && (node.method === "matches" || node.method === "glob"))
    return nodePath(node.object);
  const isOrder = node.kind === "compare" && ["<", "<=", ">", ">="].includes(node.operator);
  return isOrder && node.right.kind === "literal" ? nodePath(node.left) : undefined;
}

function isText(node: Expr): boolean {
  return node.kind === "literal" && typeof node.value === "string" && node.value !== "";
}

/** One is the other, or leads to it. */
function isRelated(one: ReadPath, other: ReadPath): boolean {
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((step, i) => step === other[i]);
}
