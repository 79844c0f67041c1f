import { existing } from "@gatehouse-hooks/json/intrinsics";
import type { IToken } from "chevrotain";
import type { CompareOperator, Expr, MethodName, Span } from "../ast.js";
import {
  checked,
  type CompiledArgument,
  NOTHING_COMPILED,
  pathGlobOf,
  patternOf,
} from "../compile/checked.js";
import { isMethod, isPathMethod, methods } from "../compile/methods.js";
import { isBoolean } from "../compile/node.js";
import { quote } from "@gatehouse-hooks/json";
import { readNumber, readString } from "./read-literal.js";
import { habitCure, wordFor } from "./messages.js";
import { constantOperands, dropWords } from "./suspicions.js";
import { type Building, report, addWarning } from "./building.js";
import { readPathGlob, readPattern, usage } from "./read-patterns.js";
import { suggest } from "./suggest.js";
import { String as StringToken } from "./tokens.js";

/** An argument as parsed: the node, and whether it may be where the grammar expects an operand. */
export interface Argument {
  readonly node: Expr;
  readonly operand: boolean;
}

/** What other languages call `has`. */
const PRESENCE: ReadonlySet<string> = new Set(["exists", "defined", "isdefined", "isset", "ispresent"]);

/** Builds the nodes for the parser's rules, and reports what the grammar alone cannot see. */

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

function spanOf(first: IToken, last: IToken): Span {
  return Object.freeze([first.startOffset, endOf(last)] as const);
}

function between(left: Expr, right: Expr): Span {
  return Object.freeze([left.span[0], right.span[1]] as const);
}

export function wordLiteral(token: IToken, value: null | boolean): Expr {
  return checked({ kind: "literal", value, span: spanOf(token, token) });
}

export function stringLiteral(token: IToken): Expr {
  return checked({ kind: "literal", value: readString(token.image), span: spanOf(token, token) });
}

export function numberLiteral(building: Building, token: IToken): Expr {
  return checked({ kind: "literal", value: numberOf(building, token), span: spanOf(token, token) });
}

/** The number of a token; 0, and a report, when it is invalid. */
function numberOf(building: Building, token: IToken): number {
  const read = readNumber(token.image);
  if ("value" in read) return read.value;
  report(building, "bad-number", `${quote(token.image)} ${read.problem}`, token.startOffset, read.cure);
  return 0;
}

export function listLiteral(open: IToken, items: readonly Expr[], close: IToken): Expr {
  return checked({ kind: "list", items: Object.freeze(items), span: spanOf(open, close) });
}

export function name(building: Building, token: IToken): Expr {
  const word = wordFor(token.image);
  if (word !== undefined) building.words.push({ name: token.image, word, offset: token.startOffset });
  return checked({ kind: "name", name: token.image, span: spanOf(token, token) });
}

export function property(building: Building, object: Expr, token: IToken): Expr {
  if (token.image === "true" || token.image === "false") {
    const cure = `write \`["${token.image}"]\``;
    report(building, "reserved-property", `\`${token.image}\` cannot follow a dot`, token.startOffset, cure);
  }
  return member(object, token.image, token);
}

export function index(building: Building, object: Expr, key: IToken, close: IToken): Expr {
  if (key.tokenType === StringToken) return member(object, readString(key.image), close);
  const number = numberOf(building, key);
  if (Number.isSafeInteger(number)) return member(object, number, close);
  report(
    building,
    "bad-index",
    `${quote(key.image)} is not a whole number`,
    key.startOffset,
    "count from 0: `[0]`",
  );
  return member(object, 0, close);
}

function member(object: Expr, key: string | number, last: IToken): Expr {
  return checked({
    kind: "member",
    object,
    key,
    span: Object.freeze([object.span[0], endOf(last)] as const),
  });
}

/** `object.method(arguments)`. */
export function call(
  building: Building,
  object: Expr,
  method: IToken,
  args: readonly Argument[],
  close: IToken,
): Expr {
  const span = Object.freeze([object.span[0], endOf(close)] as const);
  const { image } = method;
  if (image === "any" || image === "all") return loop(building, object, method, image, args, span);
  if (!isMethod(image)) {
    const near = suggest(image, [...methods.keys(), "any", "all"]);
    const cure =
      near === undefined
        ? `methods are ${[...methods.keys(), "any", "all"].join(", ")}`
        : `did you mean \`${near}\`?`;
    report(building, "unknown-method", `there is no method ${quote(image)}`, method.startOffset, cure);
    return object;
  }
  const compiled = checkArguments(building, image, method, args);
  const nodes = Object.freeze(args.map(({ node }) => node));
  return checked({ kind: "call", method: image, object, args: nodes, span }, compiled);
}

/** Reports what is wrong with the arguments; returns what is compiled of the argument. */
function checkArguments(
  building: Building,
  method: MethodName,
  token: IToken,
  args: readonly Argument[],
): CompiledArgument {
  const shape = methods.get(method);
  if (shape === undefined) return NOTHING_COMPILED;
  if (args.length < shape.arguments || args.length > shape.most) {
    const wanted =
      shape.most === 0 ? "no argument" : shape.most === 1 ? "one argument" : "one or two arguments";
    report(
      building,
      "wrong-arguments",
      `\`${method}\` takes ${wanted}, found ${args.length}`,
      token.startOffset,
      usage(method),
    );
    return NOTHING_COMPILED;
  }
  const [argument, except] = args;
  if (argument === undefined) return NOTHING_COMPILED;
  const { node } = argument;
  for (const { node: one, operand } of args) {
    if (operand) continue;
    report(
      building,
      "argument-not-operand",
      `the argument of \`${method}\` is a whole condition`,
      one.span[0],
      usage(method),
    );
  }
  if (method === "matches" || method === "glob")
    return { pattern: readPattern(building, method, node), glob: null };
  if (isPathMethod(method))
    return { pattern: null, glob: readPathGlob(building, method, node, except?.node) };
  return NOTHING_COMPILED;
}

function loop(
  building: Building,
  object: Expr,
  token: IToken,
  kind: "any" | "all",
  args: readonly Argument[],
  span: Span,
): Expr {
  const [variable, body] = args;
  const cure = `write for example \`params.items.${kind}(item, item == "a")\``;
  if (variable === undefined || body === undefined || args.length !== 2) {
    report(building, "wrong-arguments", `\`${kind}\` takes a name and a condition`, token.startOffset, cure);
    return object;
  }
  if (variable.node.kind !== "name" || !variable.operand) {
    report(
      building,
      "bad-variable",
      `the first argument of \`${kind}\` is a name for the element`,
      variable.node.span[0],
      cure,
    );
    return object;
  }
  building.loops++;
  dropWords(building.words, variable.node.name, [variable.node.span[0], body.node.span[1]]);
  return checked({ kind, object, variable: variable.node.name, body: body.node, span });
}

/** `name(arguments)`: only `has`. */
export function bareCall(building: Building, callee: IToken, args: readonly Argument[], close: IToken): Expr {
  const span = spanOf(callee, close);
  const [target] = args;
  if (callee.image !== "has") {
    const { image } = callee;
    const known = isMethod(image) || image === "any" || image === "all";
    const near = known
      ? image
      : PRESENCE.has(image.toLowerCase())
        ? "has"
        : suggest(image, [...methods.keys(), "any", "all", "has"]);
    const cure =
      near === undefined
        ? (habitCure(image) ?? "only `has(…)` and the methods after a dot can be called")
        : near === "has"
          ? "did you mean `has`?"
          : `write the value first: \`params.command.${near}(…)\``;
    report(building, "unknown-function", `there is no function ${quote(image)}`, callee.startOffset, cure);
  } else if (
    args.length !== 1 ||
    target === undefined ||
    (target.node.kind !== "name" && target.node.kind !== "member")
  ) {
    report(
      building,
      "bad-has",
      "`has` takes one property",
      callee.startOffset,
      "write for example `has(params.path)`",
    );
  } else {
    return checked({ kind: "has", target: target.node, span });
  }
  return checked({ kind: "literal", value: false, span });
}

/** `( expr )`: its truth value; a boolean needs no separate node. */
export function parenthesised(building: Building, open: IToken, node: Expr, close: IToken): Expr {
  const span = spanOf(open, close);
  if (!isBoolean(node)) return checked({ kind: "truth", operand: node, span });
  const grouped: Expr = checked({ ...node, span }, { pattern: patternOf(node), glob: pathGlobOf(node) });
  building.grouped.add(grouped);
  return grouped;
}

/** A `not` for each mark, the last one innermost. */
export function not(marks: readonly IToken[], operand: Expr): Expr {
  let node = operand;
  for (let i = marks.length - 1; i >= 0; i--) {
    const start = existing(marks[i]).startOffset;
    node = checked({
      kind: "not",
      operand: node,
      span: Object.freeze([start, operand.span[1]] as const),
    });
  }
  return node;
}

export function join(building: Building, kind: "and" | "or", operands: readonly Expr[]): Expr {
  const [first, second] = operands;
  if (first === undefined) throw new TypeError("no operand");
  const last = operands.at(-1);
  if (second === undefined || last === undefined) return first;
  building.problems.push(...constantOperands(kind, operands));
  return checked({ kind, operands: Object.freeze(operands), span: between(first, last) });
}

export function compare(building: Building, left: Expr, operator: IToken, right: Expr): Expr {
  for (const side of [left, right]) {
    if (side.kind === "truth" && !isBoolean(side === left ? right : left)) {
      const message = `a value in parentheses is true or false, so \`${operator.image}\` compares that`;
      addWarning(building, "parenthesised-operand", message, side.span[0], "leave the parentheses out");
    }
  }
  if (operator.image === "in" && right.kind === "literal") {
    const message = "`in` looks for an element of a list, and this is none: it never holds";
    const cure =
      typeof right.value === "string" ? "for a part of a string write `.includes(…)`" : "write a list: `[…]`";
    addWarning(building, "in-without-list", message, right.span[0], cure);
  }
  return checked({
    kind: "compare",
    operator: operator.image as CompareOperator,
    left,
    right,
    span: between(left, right),
  });
}

/** An argument is an operand unless an operator is outside of its parentheses. */
export function argument(building: Building, node: Expr): Argument {
  const isOperator =
    node.kind === "and" || node.kind === "or" || node.kind === "not" || node.kind === "compare";
  return { node, operand: !isOperator || building.grouped.has(node) };
}
