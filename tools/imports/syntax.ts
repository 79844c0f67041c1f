/** A node of the syntax tree, as the parser gives it. */
export type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The nodes of a child, which may be one node, a list, or something else. */
export function nodesIn(child: unknown): readonly Node[] {
  return (Array.isArray(child) ? (child as readonly unknown[]) : [child]).filter(isNode);
}

/** The name that an identifier is; empty for everything else. */
export function bindingName(node: unknown): string {
  const named = isNode(node) && (node.type === "Identifier" || node.type === "PrivateIdentifier");
  return named ? String(node["name"]) : "";
}
