import { isList } from "@gatehouse-hooks/json";
import type { Expr } from "@gatehouse-hooks/condition";

/** A path that a condition reads, from the event's root, and the place of each of its names. */
export interface PlacedPath {
  readonly path: readonly (string | number)[];
  /** Offset of the path's start in the condition. */
  readonly offset: number;
}

/** The paths that a condition reads, in order of the text. Those of variables of `any` and `all` are not the event's. */
export function placedPaths(ast: Expr): readonly PlacedPath[] {
  const found: PlacedPath[] = [];
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  function read(node: Expr, variables: readonly string[]): void {
    const path = pathOf(node);
    if (path !== null) {
      if (!variables.includes(String(path[0]))) found.push({ path, offset: node.span[0] });
      return;
    }
    const inside = node.kind === "any" || node.kind === "all" ? [...variables, node.variable] : variables;
    for (const child of childNodes(node)) {
      read(child, "body" in node && child === node.body ? inside : variables);
    }
  }
  read(ast, []);
  return found;
}

/** The nodes directly below. */
export function childNodes(node: Expr): readonly Expr[] {
  const children: Expr[] = [];
  for (const value of Object.values<unknown>(node)) {
    if (isList(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

function pathOf(node: Expr): readonly (string | number)[] | null {
  if (node.kind === "name") return [node.name];
  if (node.kind !== "member") return null;
  const object = pathOf(node.object);
  return object === null ? null : [...object, node.key];
}

function isNode(value: unknown): value is Expr {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "kind");
}
