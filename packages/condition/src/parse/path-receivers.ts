import type { Expr } from "../ast.js";
import { isPathMethod } from "../compile/methods.js";
import { childrenOf } from "../compile/node.js";
import { type Bound, inside, pathOf } from "../compile/receiver.js";
import type { SyntaxProblem } from "./problems.js";

/** Where path facts are. */
const FACTS = "facts";

/**
 * Warnings for `touches`, `within` and the like of what is never a path fact: a string, or a value of the event that is not in `facts`. They are
 * false there, and a deny with them guards nothing.
 *
 * @param ast within the limits of depth
 */
export function pathReceivers(ast: Expr): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  visit(ast, null, problems);
  return problems;
}

function visit(node: Expr, bound: Bound | null, problems: SyntaxProblem[]): void {
  if (node.kind === "call" && isPathMethod(node.method)) {
    const what = whatElse(node.object, bound);
    if (what !== undefined) problems.push(problemOf(node.method, what, node.object));
  }
  for (const child of childrenOf(node)) {
    const isBody = (node.kind === "any" || node.kind === "all") && child === node.body;
    visit(child, isBody ? inside(node, bound) : bound, problems);
  }
}

/** What the receiver is, where that is known not to be a path fact. */
function whatElse(node: Expr, bound: Bound | null): string | undefined {
  switch (node.kind) {
    case "name":
    case "member": {
      const path = pathOf(node, bound);
      return path === undefined || path[0] === FACTS ? undefined : "a value of the event";
    }
    case "literal":
      return "a string";
    case "list":
      return "a list";
    case "call":
      return node.method === "size" ? "a number" : "a string";
    default:
      return "true or false";
  }
}

function problemOf(method: string, what: string, { span }: Expr): SyntaxProblem {
  return {
    severity: "warning",
    code: "not-a-path-fact",
    message: `\`${method}\` is of path facts, and this is ${what}: it never holds`,
    offset: span[0],
    cure: `write \`facts.writes.any(w, w.${method}("…"))\`; for a string write \`.glob("…")\``,
  };
}
