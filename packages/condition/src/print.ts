import type { Expr } from "./ast.js";
import { isBoolean } from "./compile/node.js";

/**
 * The canonical text of an AST: one space around operators, double quotes, no unnecessary parentheses.
 * `parse(print(ast))` gives the same AST except for the spans.
 */
export function print(ast: Expr): string {
  return printNode(ast);
}

function printNode(node: Expr): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node.value);
    case "list":
      return `[${node.items.map(printOperand).join(", ")}]`;
    case "name":
      return node.name;
    case "member":
      return printNode(node.object) + printKey(node.key);
    case "call":
      return `${printNode(node.object)}.${node.method}(${node.args.map(printOperand).join(", ")})`;
    case "any":
    case "all":
      return `${printNode(node.object)}.${node.kind}(${node.variable}, ${printNode(node.body)})`;
    case "has":
      return `has(${printNode(node.target)})`;
    case "truth":
      return `(${printNode(node.operand)})`;
    case "not":
      return `!${printWithin(node.operand, isLogic(node.operand))}`;
    case "and":
      return node.operands.map((operand) => printWithin(operand, isLogic(operand))).join(" && ");
    case "or":
      return node.operands.map((operand) => printWithin(operand, operand.kind === "or")).join(" || ");
    case "compare":
      return `${printOperand(node.left)} ${node.operator} ${printOperand(node.right)}`;
  }
}

function isLogic(node: Expr): boolean {
  return node.kind === "and" || node.kind === "or";
}

function printWithin(node: Expr, needsParentheses: boolean): string {
  return needsParentheses ? `(${printNode(node)})` : printNode(node);
}

/** Where the grammar wants an operand, operators are in parentheses. */
function printOperand(node: Expr): string {
  const isOperator = isLogic(node) || node.kind === "not" || node.kind === "compare";
  return printWithin(node, isOperator && isBoolean(node));
}

function printLiteral(value: string | number | boolean | null): string {
  return typeof value === "string" ? printString(value) : String(value);
}

const PLAIN_KEY = /^(?!(?:true|false)$)[A-Za-z_][A-Za-z0-9_]*$/;

function printKey(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return PLAIN_KEY.test(key) ? `.${key}` : `[${printString(key)}]`;
}

/** A JSON string; JSON escapes lone surrogates, so the text is well-formed whatever the string holds. */
function printString(text: string): string {
  return JSON.stringify(text);
}
