import type { Expr } from "@gatehouse-hooks/condition";

type Path = readonly string[];

/** How an engine writes the parts of a condition. */
export interface Dialect<T> {
  and(parts: readonly T[]): T;
  or(parts: readonly T[]): T;
  not(part: T): T;
  equals(path: Path, constant: string): T;
  test(method: "includes" | "startsWith" | "endsWith", path: Path, part: string): T;
}

/** A condition of the bench in another engine's form. */
export function translate<T>(node: Expr, dialect: Dialect<T>): T {
  switch (node.kind) {
    case "and":
      return dialect.and(node.operands.map((operand) => translate(operand, dialect)));
    case "or":
      return dialect.or(node.operands.map((operand) => translate(operand, dialect)));
    case "not":
      return dialect.not(translate(node.operand, dialect));
    case "truth":
      return translate(node.operand, dialect);
    case "compare": {
      const same = dialect.equals(pathOf(node.left), textOf(node.right));
      return node.operator === "!=" ? dialect.not(same) : same;
    }
    case "call":
      return dialect.test(
        node.method as "includes" | "startsWith" | "endsWith",
        pathOf(node.object),
        textOf(node.args[0]),
      );
    default:
      throw new Error(`no \`${node.kind}\` in this bench`);
  }
}

function pathOf(node: Expr): Path {
  if (node.kind === "name") return [node.name];
  if (node.kind === "member") return [...pathOf(node.object), String(node.key)];
  throw new Error("not a path");
}

function textOf(node: Expr | undefined): string {
  if (node?.kind !== "literal" || typeof node.value !== "string") throw new Error("not a text");
  return node.value;
}
