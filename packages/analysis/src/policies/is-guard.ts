import type { Expr } from "@gatehouse-hooks/condition/analysis";

/** Fields that say which event it is: a test of them repeats what a policy's events and tools say. */
const NAMES: ReadonlySet<string> = new Set(["event", "host", "platform", "tool", "toolName", "tool_name"]);

/** A test that something is there, which people write to be safe, needed or not: `has(params.command) && …`. */
export function isPresence(node: Expr): boolean {
  switch (node.kind) {
    case "has":
    case "name":
    case "member":
      return true;
    case "not":
    case "truth":
      return isPresence(node.operand);
    case "and":
    case "or":
      return node.operands.every(isPresence);
    case "compare":
      return isAgainstNothing(node.left, node.right) || isAgainstNothing(node.right, node.left);
    default:
      return false;
  }
}

/** Also a test that the event and the tool are those that the policy is for anyway. */
export function isGuard(node: Expr): boolean {
  if (node.kind === "truth") return isGuard(node.operand);
  if (node.kind === "and" || node.kind === "or") return node.operands.every(isGuard);
  return isPresence(node) || isOfName(node);
}

/** `path == null`, `path != ""`, `path.size() > 0`. */
function isAgainstNothing(left: Expr, right: Expr): boolean {
  if (right.kind !== "literal") return false;
  const { value } = right;
  if (left.kind === "call")
    return left.method === "size" && rootOf(left.object) !== undefined && (value === 0 || value === 1);
  return rootOf(left) !== undefined && (value === null || value === "");
}

function isOfName(node: Expr): boolean {
  const tested = node.kind === "compare" ? node.left : node.kind === "call" ? node.object : undefined;
  if (tested === undefined || (node.kind === "compare" && node.operator === "!=")) return false;
  return NAMES.has(rootOf(tested) ?? "");
}

/** The first name of a path; nothing for what is not one. */
function rootOf(node: Expr): string | undefined {
  if (node.kind === "name") return node.name;
  return node.kind === "member" ? rootOf(node.object) : undefined;
}
