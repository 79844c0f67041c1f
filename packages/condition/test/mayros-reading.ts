import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";

/** One way in which Mayros' evaluator reads an expression that both parse. */
export type Reading =
  | "inherited-names"
  | "null-equality"
  | "json-escapes"
  | "structural-equality"
  | "null-word";

type Value = unknown;

/**
 * The value of our AST, read as SPEC.md says but for the given points, which are read as Mayros does. Covers what
 * Mayros' grammar has: names, strings, `==`, `!=`, `&&`, `||`, `!`, parentheses and three methods.
 */
export function readAs(text: string, ast: Expr, event: JsonValue, readings: readonly Reading[]): boolean {
  const as = (reading: Reading): boolean => readings.includes(reading);

  function property(object: Value, key: string | number): Value {
    if (object === null || object === undefined) return undefined;
    if (as("inherited-names")) return (object as Record<string | number, Value>)[key];
    if (Array.isArray(object) && key === "length") return object.length;
    if (typeof object !== "object" || (Array.isArray(object) && typeof key === "string")) return undefined;
    return Object.hasOwn(object, key) ? (object as Record<string | number, Value>)[key] : undefined;
  }

  function equal(left: Value, right: Value): boolean {
    if (!as("null-equality") && (left ?? null) === null) return (right ?? null) === null;
    if (as("structural-equality") || typeof left !== "object" || typeof right !== "object")
      return left === right;
    if (left === null || right === null || Array.isArray(left) !== Array.isArray(right))
      return left === right;
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && equal(property2(left, key), property2(right, key)))
    );
  }

  function property2(object: object, key: string): Value {
    return (object as Record<string, Value>)[key];
  }

  function call(node: Extract<Expr, { kind: "call" }>): Value {
    const object = evaluate(node.object);
    const [argument] = node.args.map(evaluate);
    if (typeof object !== "string" || typeof argument !== "string") return false;
    if (node.method === "includes") return object.includes(argument);
    if (node.method === "startsWith") return object.startsWith(argument);
    if (node.method === "endsWith") return object.endsWith(argument);
    throw new Error(`Mayros has no method ${node.method}`);
  }

  function evaluate(node: Expr): Value {
    switch (node.kind) {
      case "literal":
        if (node.value === null && as("null-word")) return property(event, "null");
        if (typeof node.value === "string" && as("json-escapes"))
          return text.slice(node.span[0] + 1, node.span[1] - 1).replace(/\\([^])/g, "$1");
        return node.value;
      case "name":
        return property(event, node.name);
      case "member":
        return property(evaluate(node.object), node.key);
      case "call":
        return call(node);
      case "truth":
        return Boolean(evaluate(node.operand));
      case "not":
        return !evaluate(node.operand);
      case "and":
        return node.operands.every((operand) => Boolean(evaluate(operand)));
      case "or":
        return node.operands.some((operand) => Boolean(evaluate(operand)));
      case "compare":
        if (node.operator !== "==" && node.operator !== "!=")
          throw new Error(`Mayros has no ${node.operator}`);
        return equal(evaluate(node.left), evaluate(node.right)) === (node.operator === "==");
      default:
        throw new Error(`Mayros has no ${node.kind}`);
    }
  }

  return Boolean(evaluate(ast));
}
