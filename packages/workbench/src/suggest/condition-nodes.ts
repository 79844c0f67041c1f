import type { CompareOperator, Expr, MethodName, Span } from "@gatehouse-hooks/condition";

/** Nodes that are built have no text. */
const NOWHERE: Span = [0, 0];

/** A string, a number or a truth value, whatever it holds: `print` writes it. */
export function literalNode(value: string | number | boolean): Expr {
  return { kind: "literal", value, span: NOWHERE };
}

/** A list of strings. */
export function listNode(values: readonly string[]): Expr {
  return { kind: "list", items: values.map(literalNode), span: NOWHERE };
}

/** `root.key.key`: a field of the event, or of the variable of an `any` or `all`. */
export function fieldNode(root: string, ...keys: readonly string[]): Expr {
  return keys.reduce<Expr>((object, key) => ({ kind: "member", object, key, span: NOWHERE }), {
    kind: "name",
    name: root,
    span: NOWHERE,
  });
}

export function callNode(object: Expr, method: MethodName, ...args: readonly Expr[]): Expr {
  return { kind: "call", method, object, args, span: NOWHERE };
}

export function compareNode(left: Expr, operator: CompareOperator, right: Expr): Expr {
  return { kind: "compare", operator, left, right, span: NOWHERE };
}

/** One operand is itself. */
export function andNode(operands: readonly Expr[]): Expr {
  const [only] = operands;
  return only !== undefined && operands.length === 1 ? only : { kind: "and", operands, span: NOWHERE };
}

export function orNode(operands: readonly Expr[]): Expr {
  return { kind: "or", operands, span: NOWHERE };
}

export function notNode(operand: Expr): Expr {
  return { kind: "not", operand, span: NOWHERE };
}

/** `object.any(variable, body)`, `object.all(variable, body)`. */
export function eachNode(kind: "any" | "all", object: Expr, variable: string, body: Expr): Expr {
  return { kind, object, variable, body, span: NOWHERE };
}
