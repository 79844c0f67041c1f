import { type Expr, patternOf } from "@gatehouse-hooks/condition/analysis";
import { nearName, quote } from "@gatehouse-hooks/json";
import { nameOfType, shownConstants } from "./name-types.js";
import { showNode } from "./show-node.js";
import type { TypeProblem } from "./type-problem.js";
import { isMissing, type ObjectType, type ValueType } from "./value-type.js";

type Call = Extract<Expr, { readonly kind: "call" }>;

const LONGEST = 80;

/**
 * Why a method is false, or missing, for every value of a type; `null` where it need not be.
 *
 * @param of the type of what it is called on
 * @param given the type of its argument
 */
export function callProblem(node: Call, of: ValueType, given: ValueType | undefined): TypeProblem | null {
  if (node.object.kind === "literal" || isMissing(of)) return null;
  const { method } = node;
  const shown = quote(showNode(node.object), LONGEST);
  const takes = taken(method);
  if (takes.every((kind) => of[kind] === undefined)) {
    // It has a warning of its own that says more.
    if (asksPath(method) && of.object === undefined && !isOfFacts(node.object)) return null;
    const outcome = takes.length > 1 || isChange(method) ? "missing" : "false";
    return {
      code: "type-mismatch",
      message: `${shown} is ${nameOfType(of)}, and \`${method}\` needs ${needed(method)}: it is always ${outcome}`,
      cure: cureOf(node, of),
    };
  }
  if (takes[0] !== "string" || given === undefined) return null;
  if (given.string === undefined && !isMissing(given)) {
    return {
      code: "type-mismatch",
      message: `\`${method}\` is given ${nameOfType(given)}, and needs a string: it is always false`,
      cure: "write the text in quotes",
    };
  }
  return caseProblem(node.object, node.args[0]) ?? constantsProblem(node, of, shown);
}

/** The kinds of values for which a method is not false, or missing. */
function taken(method: Call["method"]): readonly ("string" | "list" | "object")[] {
  if (method === "size") return ["string", "list", "object"];
  return asksPath(method) ? ["object"] : ["string"];
}

function isChange(method: Call["method"]): boolean {
  return method === "lower" || method === "upper" || method === "trim";
}

function needed(method: Call["method"]): string {
  if (method === "size") return "a string, a list or an object";
  return asksPath(method) ? "a path of `facts`" : "a string";
}

function cureOf({ method, object, args }: Call, of: ValueType): string {
  const shown = showNode(object);
  if (asksPath(method))
    return of.list === undefined
      ? "ask a path of `facts`"
      : `write ${quote(`${shown}.any(x, x.${method}(…))`, LONGEST)}`;
  if (of.list !== undefined) {
    if (of.list !== true && of.list.object !== undefined && of.list.string === undefined)
      return `ask its elements: ${quote(`${shown}.any(x, x.${isPaths(of.list.object) ? "touches" : `….${method}`}(…))`, LONGEST)}`;
    const [argument] = args;
    if (method === "includes" && argument !== undefined)
      return `write ${quote(`${showNode(argument)} in ${shown}`, LONGEST)}, or ${quote(`${shown}.any(x, x.includes(…))`, LONGEST)}`;
    return `ask its elements: ${quote(`${shown}.any(x, x.${method}(…))`, LONGEST)}`;
  }
  if (of.object !== undefined) return "ask one of its fields";
  return of.number === undefined ? "compare it with `==`" : "compare it with `==`, `<` or `>`";
}

/** Paths of `facts`, by what only they have. */
function isPaths(object: true | ObjectType): boolean {
  return object !== true && Object.hasOwn(object.fields, "linksChecked");
}

function isOfFacts(node: Expr): boolean {
  if (node.kind === "member") return isOfFacts(node.object);
  return node.kind === "name" && node.name === "facts";
}

/** `x.lower().includes("RM")`: a string in lower case has no capitals. */
export function caseProblem(receiver: Expr, constant: Expr | undefined): TypeProblem | null {
  if (constant?.kind !== "literal" || typeof constant.value !== "string") return null;
  const change = caseOf(receiver);
  if (change === undefined || !(change === "lower" ? /[A-Z]/ : /[a-z]/).test(constant.value)) return null;
  const meant = change === "lower" ? constant.value.toLowerCase() : constant.value.toUpperCase();
  return {
    code: "letter-case",
    message: `what \`${change}()\` gives has no ${change === "lower" ? "capitals" : "small letters"}, and ${quote(constant.value)} has: it is never found`,
    cure: `write ${quote(JSON.stringify(meant), LONGEST)}`,
  };
}

function caseOf(node: Expr): "lower" | "upper" | undefined {
  if (node.kind !== "call") return undefined;
  if (node.method === "trim") return caseOf(node.object);
  return node.method === "lower" || node.method === "upper" ? node.method : undefined;
}

/** None of the strings that the value may be passes the test. */
function constantsProblem(node: Call, of: ValueType, shown: string): TypeProblem | null {
  const { string } = of;
  const [argument] = node.args;
  if (string === undefined || string === true || argument?.kind !== "literal") return null;
  const { value } = argument;
  if (typeof value !== "string") return null;
  const pattern = node.method === "matches" || node.method === "glob" ? patternOf(node) : undefined;
  if (pattern === null || string.some((one) => passes(node.method, one, value, pattern))) return null;
  const meant = nearName(value, string);
  return {
    code: "unknown-value",
    message: `${shown} is one of ${shownConstants(string)}: \`${node.method}\` of ${quote(value)} is always false`,
    cure: meant === null ? "ask for one of them" : `did you mean ${quote(meant)}?`,
  };
}

function passes(
  method: Call["method"],
  text: string,
  value: string,
  pattern: { readonly test: (text: string) => boolean } | undefined,
): boolean {
  if (method === "includes" || method === "startsWith" || method === "endsWith") return text[method](value);
  return pattern === undefined || pattern.test(text);
}

const PATH_METHODS: ReadonlySet<string> = new Set(["touches", "within", "in", "surely", "perhaps"]);

function asksPath(method: string): boolean {
  return PATH_METHODS.has(method);
}
