import type { Expr } from "@gatehouse-hooks/condition/analysis";

const MAX_SHOWN = 80;

/** A value of a condition as it is written, for messages: `params.command.lower()`. */
export function showNode(node: Expr): string {
  const shown = written(node);
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

function written(node: Expr): string {
  switch (node.kind) {
    case "literal":
      return JSON.stringify(node.value);
    case "list":
      return "[…]";
    case "name":
      return node.name;
    case "member": {
      const { key } = node;
      const isName = typeof key === "string" && /^[a-z_]\w*$/i.test(key);
      return `${written(node.object)}${isName ? `.${key}` : `[${JSON.stringify(key)}]`}`;
    }
    case "call":
    case "any":
    case "all":
      return `${written(node.object)}.${node.kind === "call" ? node.method : node.kind}(${hasArguments(node) ? "…" : ""})`;
    default:
      return "(…)";
  }
}

function hasArguments(node: Expr): boolean {
  return node.kind !== "call" || node.args.length > 0;
}
