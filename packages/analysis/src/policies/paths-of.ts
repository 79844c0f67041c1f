import type { Expr } from "@gatehouse-hooks/condition/analysis";

/** Names and numbers that lead to a value of an event. */
export type ReadPath = readonly (string | number)[];

/** The paths in a condition; those of the variables of `any` and `all` are among them, and harmless. */
export function pathsOf(node: Expr): readonly ReadPath[] {
  const own = nodePath(node);
  if (own !== undefined) return [own];
  switch (node.kind) {
    case "list":
      return node.items.flatMap(pathsOf);
    case "member":
      return pathsOf(node.object);
    case "call":
      return [node.object, ...node.args].flatMap(pathsOf);
    case "any":
    case "all":
      return [...pathsOf(node.object), ...pathsOf(node.body)];
    case "has":
      return pathsOf(node.target);
    case "truth":
    case "not":
      return pathsOf(node.operand);
    case "and":
    case "or":
      return node.operands.flatMap(pathsOf);
    case "compare":
      return [...pathsOf(node.left), ...pathsOf(node.right)];
    default:
      return [];
  }
}

/** The path that a node is. */
export function nodePath(node: Expr): ReadPath | undefined {
  if (node.kind === "name") return [node.name];
  if (node.kind !== "member") return undefined;
  const object = nodePath(node.object);
  return object === undefined ? undefined : [...object, node.key];
}
