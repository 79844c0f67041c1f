import { analyze, type Atom } from "@gatehouse-hooks/condition/analysis";
import type { Expr } from "@gatehouse-hooks/condition";
import { childNodes } from "./placed-paths.js";

/**
 * The tools without which a condition never holds, where it compares the tool's name with strings; else `null`. Read off the
 * conjunctions and disjunctions at its top: what `analyze` knows beyond them, such as what patterns cost, takes ten times
 * longer than parsing. A negation that may require a tool is left to it: not one that excludes tools, as most do.
 */
export function toolsOfCondition(ast: Expr): readonly string[] | null {
  const groups = groupsOf(ast);
  const found = groups.find(({ length }) => length === 1) ?? groups[0];
  if (found !== undefined) return found;
  return mayRequireTool(ast, null) ? toolsByAnalysis(ast) : null;
}

/** Lists of names, of each of which the tool's name is one where the condition holds. */
function groupsOf(node: Expr): readonly (readonly string[])[] {
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  if (node.kind === "and") return node.operands.flatMap(groupsOf);
  if (node.kind === "or") {
    const each = node.operands.map((operand) => groupsOf(operand)[0]);
    return each.every((names) => names !== undefined) ? [[...new Set(each.flat())]] : [];
  }
  if (node.kind !== "compare") return [];
  const { operator, left, right } = node;
  if (operator === "in" && isToolName(left) && right.kind === "list") return groupIn(right.items);
  if (operator !== "==") return [];
  return isToolName(left) ? groupIn([right]) : isToolName(right) ? groupIn([left]) : [];
}

function groupIn(nodes: readonly Expr[]): readonly (readonly string[])[] {
  const names = nodes.map((node) => (node.kind === "literal" ? node.value : null));
  return names.length > 0 && names.every((name) => typeof name === "string") ? [names] : [];
}

/**
 * Whether a tool may be required below a negation.
 *
 * @param wanted how what is below the negations has to come out; null: without one above it
 */
function mayRequireTool(node: Expr, wanted: boolean | null): boolean {
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  if (node.kind === "not") return mayRequireTool(node.operand, wanted === null ? false : !wanted);
  if (node.kind === "truth") return mayRequireTool(node.operand, wanted);
  if (node.kind === "and" || node.kind === "or")
    return node.operands.some((operand) => mayRequireTool(operand, wanted));
  // What a method is not to say of the name leaves all other names.
  if (node.kind === "call" && wanted === false && isToolName(node.object)) return false;
  const isCompared = node.kind === "compare" && (isToolName(node.left) || isToolName(node.right));
  if (isCompared && wanted !== null) return wanted === (node.operator !== "!=");
  if (isCompared) return false;
  if (isToolName(node)) return wanted !== null;
  return childNodes(node).some((child) => mayRequireTool(child, wanted));
}

function toolsByAnalysis(ast: Expr): readonly string[] | null {
  const { required, covers } = analyze(ast);
  const groups = [...required.map((atom) => [atom]), ...covers];
  for (const group of groups) {
    const names = group.map(toolOf);
    if (names.every((name) => name !== null)) return names;
  }
  return null;
}

function toolOf({ path, operator, value }: Atom): string | null {
  const [root, ...rest] = path;
  const isTool = rest.length === 0 && (root === "toolName" || root === "tool_name");
  return isTool && operator === "==" && typeof value === "string" ? value : null;
}

/** Whether a kind of tool that is not among these may be required: asked first, since `analyze` takes ten times longer. */
export function asksOtherKind(node: Expr, kinds: ReadonlySet<unknown>): boolean {
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  if (node.kind === "compare" && isToolKind(node.left)) {
    const items = node.right.kind === "list" ? node.right.items : [node.right];
    return items.some((item) => item.kind !== "literal" || !kinds.has(item.value));
  }
  return isToolKind(node) || childNodes(node).some((child) => asksOtherKind(child, kinds));
}

const isToolKind = (node: Expr): boolean =>
  node.kind === "member" && node.key === "kind" && node.object.kind === "name" && node.object.name === "tool";

/** A string that a condition compares a tool's name with, and where it is in the condition. */
interface ComparedTool {
  readonly name: string;
  readonly offset: number;
}

/** Every text that a condition compares a tool's name with: `toolName == "exec"`, `toolName in ["exec", "read"]`. */
export function comparedTools(ast: Expr): readonly ComparedTool[] {
  const found: ComparedTool[] = [];
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  function read(node: Expr): void {
    if (node.kind === "compare" && ["==", "!=", "in"].includes(node.operator)) {
      const { left, right } = node;
      const texts = isToolName(left) ? [right] : isToolName(right) ? [left] : [];
      for (const one of texts.flatMap((text) => (text.kind === "list" ? text.items : [text]))) {
        if (one.kind === "literal" && typeof one.value === "string") {
          found.push({ name: one.value, offset: one.span[0] });
        }
      }
    }
    childNodes(node).forEach(read);
  }
  read(ast);
  return found;
}

function isToolName(node: Expr): boolean {
  return node.kind === "name" && (node.name === "toolName" || node.name === "tool_name");
}
