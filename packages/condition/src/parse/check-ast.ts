import type { Expr } from "../ast.js";
import { childrenOf } from "../compile/node.js";
import { limits } from "../limits.js";
import type { SyntaxProblem } from "./problems.js";

/** The limits of a whole AST: depth, and `any` and `all` within each other. The same as `readAst` holds. */
export function checkAst(ast: Expr): SyntaxProblem | undefined {
  const open: { readonly node: Expr; readonly depth: number; readonly loops: number }[] = [
    { node: ast, depth: 1, loops: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    const isLoop = node.kind === "any" || node.kind === "all";
    const offset = node.span[0];
    if (depth > limits.astDepth) {
      return {
        severity: "error",
        code: "too-deep",
        message: "nested too deep",
        offset,
        cure: "split the condition",
      };
    }
    if (isLoop && next.loops >= limits.loops) {
      const message = `\`any\` and \`all\` within each other more than ${limits.loops} times`;
      return { severity: "error", code: "too-many-loops", message, offset, cure: "split the condition" };
    }
    for (const child of childrenOf(node)) {
      const loops = next.loops + (isLoop && child === node.body ? 1 : 0);
      open.push({ node: child, depth: depth + 1, loops });
    }
  }
  return undefined;
}
