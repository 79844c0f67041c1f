import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { nearName, quote } from "@gatehouse-hooks/json";
import { caseProblem } from "./call-problem.js";
import { intersect } from "./join-types.js";
import { nameOfType, shownConstants } from "./name-types.js";
import { showNode } from "./show-node.js";
import type { TypeProblem } from "./type-problem.js";
import { isMissing, typeOfConstant, VALUE_KINDS, type ValueType } from "./value-type.js";

type Compare = Extract<Expr, { readonly kind: "compare" }>;

const LONGEST = 80;

/** Why a comparison comes out the same for all values of these types; `null` where it need not. */
export function compareProblem(node: Compare, left: ValueType, right: ValueType): TypeProblem | null {
  const { operator } = node;
  if (isOdd(node.left) || isOdd(node.right) || isMissing(left)) return null;
  if (operator === "in") return inProblem(node, left, right);
  if (isMissing(right)) return null;
  if (operator === "==" || operator === "!=") {
    const outcome = operator === "==" ? "this never holds" : "this always holds";
    return equalProblem(node.left, left, node.right, right, outcome);
  }
  return orderProblem(node, left, right);
}

/** Values in parentheses have a warning of their own. */
function isOdd(node: Expr): boolean {
  return node.kind === "truth";
}

function isConstant(node: Expr): boolean {
  return node.kind === "literal" || node.kind === "list";
}

/** @param outcome what it means that the two are never equal, for the message */
function equalProblem(
  left: Expr,
  leftType: ValueType,
  right: Expr,
  rightType: ValueType,
  outcome: string,
): TypeProblem | null {
  // Whether a value is there at all may be asked of any.
  if (isNull(left) || isNull(right) || (isConstant(left) && isConstant(right))) return null;
  const sameCase = caseProblem(left, right) ?? caseProblem(right, left);
  if (sameCase !== null) return sameCase;
  if (mayEqual(leftType, rightType)) return null;
  const [value, type, other, constant] =
    left.kind === "literal" ? [right, rightType, left, leftType] : [left, leftType, right, rightType];
  const known = constantsOf(type);
  const written = other.kind === "literal" ? other.value : undefined;
  const shown = quote(showNode(value), LONGEST);
  if (
    known.length > 0 &&
    VALUE_KINDS.some((kind) => type[kind] !== undefined && constant[kind] !== undefined)
  ) {
    const meant = typeof written === "string" ? nearName(written, known.map(String)) : null;
    return {
      code: "unknown-value",
      message: `${shown} is one of ${shownConstants(known)}: ${outcome}`,
      cure:
        meant === null
          ? "compare it with one of them"
          : `did you mean ${quote(JSON.stringify(meant), LONGEST)}?`,
    };
  }
  return {
    code: "type-mismatch",
    message: `${shown} is ${nameOfType(type)}, and is compared with ${nameOfType(constant)}: ${outcome}`,
    cure: cureOf(type, written),
  };
}

function isNull(node: Expr): boolean {
  return node.kind === "literal" && node.value === null;
}

/** Null and missing are equal. */
function mayEqual(left: ValueType, right: ValueType): boolean {
  const isNothing = ({ null: isNullOne, missing }: ValueType): boolean =>
    isNullOne === true || missing === true;
  return (isNothing(left) && isNothing(right)) || !isMissing(intersect(left, right));
}

function constantsOf({ string, number }: ValueType): readonly (string | number)[] {
  if (string === true || number === true) return [];
  return [...(string ?? []), ...(number ?? [])];
}

function cureOf(type: ValueType, written: unknown): string {
  if (typeof written === "string") {
    const plain = written.trim();
    if (type.number !== undefined && plain !== "" && Number.isFinite(Number(plain)))
      return `write \`${Number(plain)}\` without quotes`;
    if (type.boolean !== undefined && (plain === "true" || plain === "false"))
      return `write \`${plain}\` without quotes`;
    if (type.list !== undefined) return "ask with `in` whether it is an element";
  }
  if (type.string !== undefined && (typeof written === "number" || typeof written === "boolean"))
    return `write ${quote(JSON.stringify(String(written)))}`;
  return `compare it with ${nameOfType(type)}`;
}

function orderProblem(
  { operator, left, right }: Compare,
  leftType: ValueType,
  rightType: ValueType,
): TypeProblem | null {
  if (isConstant(left) && isConstant(right)) return null;
  const same = (kind: "string" | "number"): boolean =>
    leftType[kind] !== undefined && rightType[kind] !== undefined;
  if (same("string") || same("number")) return null;
  const [value, type, other, constant] =
    left.kind === "literal" ? [right, rightType, left, leftType] : [left, leftType, right, rightType];
  const written = other.kind === "literal" ? other.value : undefined;
  const isSized = (type.string ?? type.list ?? type.object) !== undefined && typeof written === "number";
  return {
    code: "type-mismatch",
    message: `${quote(showNode(value), LONGEST)} is ${nameOfType(type)}, and \`${operator}\` compares it with ${nameOfType(constant)}: this never holds`,
    cure: isSized
      ? `compare its size: ${quote(`${showNode(value)}.size()`, LONGEST)}`
      : cureOf(type, written),
  };
}

function inProblem({ left, right }: Compare, leftType: ValueType, rightType: ValueType): TypeProblem | null {
  // A constant that is not a list has a warning of its own.
  if (right.kind === "literal" || isMissing(rightType)) return null;
  if (right.kind === "list") return itemsProblem(left, leftType, right.items);
  const { list } = rightType;
  const shown = showNode(right);
  if (list === undefined) {
    return {
      code: "type-mismatch",
      message: `${quote(shown, LONGEST)} is ${nameOfType(rightType)}, and \`in\` needs a list: this never holds`,
      cure: cureOfList(left, shown, rightType),
    };
  }
  if (list === true || isMissing(list) || isNull(left) || mayEqual(leftType, list)) return null;
  const known = constantsOf(list);
  const meant =
    left.kind === "literal" && typeof left.value === "string"
      ? nearName(left.value, known.map(String))
      : null;
  return {
    code: known.length > 0 ? "unknown-value" : "type-mismatch",
    message: `each element of ${quote(shown, LONGEST)} is ${known.length > 0 ? `one of ${shownConstants(known)}` : nameOfType(list)}: this never holds`,
    cure:
      meant === null
        ? "look for a value of that type"
        : `did you mean ${quote(JSON.stringify(meant), LONGEST)}?`,
  };
}

/** What to write instead of an `in` of something that is not a list. */
function cureOfList(left: Expr, shown: string, type: ValueType): string {
  if (type.string !== undefined) return `write ${quote(`${shown}.includes(${showNode(left)})`, LONGEST)}`;
  return type.object === undefined
    ? "write a list"
    : `ask whether a field is there: ${quote(`has(${shown}.…)`, LONGEST)}`;
}

/** The first item that the value never is. */
function itemsProblem(left: Expr, type: ValueType, items: readonly Expr[]): TypeProblem | null {
  for (const item of items) {
    if (item.kind !== "literal") continue;
    const outcome = `${quote(showNode(item), LONGEST)} is never found`;
    const problem = equalProblem(left, type, item, typeOfConstant(item.value), outcome);
    if (problem !== null) return problem;
  }
  return null;
}
