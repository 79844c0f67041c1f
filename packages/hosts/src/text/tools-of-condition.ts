import { analyze, type Atom } from "@gatehouse-hooks/condition/compile";
import type { Expr } from "@gatehouse-hooks/condition";
import { childNodes } from "./placed-paths.js";

/** The tools without which a condition never holds, where it compares the tool's name with strings; else `null`. */
export function toolsOfCondition(ast: Expr): readonly string[] | null {
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

/** A string that a condition compares a tool's name with, and where it is in the condition. */
export interface ComparedTool {
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
