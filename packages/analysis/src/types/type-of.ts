import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { callProblem } from "./call-problem.js";
import { compareProblem } from "./compare-problem.js";
import { unite } from "./join-types.js";
import { memberType } from "./member-type.js";
import { nameOfType } from "./name-types.js";
import { showNode } from "./show-node.js";
import type { TypeProblem, TypeScope } from "./type-problem.js";
import { ANY, fieldOf, isMissing, typeOfConstant, type ValueType } from "./value-type.js";

const TRUTH: ValueType = { boolean: true };

/** What a part of a condition may be, as the types of the event have it; problems are noted on the way. */
export function typeOf(node: Expr, scope: TypeScope): ValueType {
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  switch (node.kind) {
    case "literal":
      return typeOfConstant(node.value);
    case "list":
      return { list: Array.from(node.items, (item) => typeOf(item, scope)).reduce(unite, {}) };
    case "name":
      return typeOfName(node.name, scope);
    case "member": {
      const { type, problem } = memberType(node, typeOf(node.object, scope), showNode(node.object));
      scope.note(node, problem);
      return type;
    }
    case "call":
      return called(node, scope);
    case "any":
    case "all":
      return overElements(node, scope);
    case "has":
      typeOf(node.target, scope);
      return TRUTH;
    case "truth":
    case "not":
      typeOf(node.operand, scope);
      return TRUTH;
    case "and":
    case "or":
      noteOperands(node, scope);
      return TRUTH;
    case "compare": {
      const left = typeOf(node.left, scope);
      const right = typeOf(node.right, scope);
      scope.note(node, compareProblem(node, left, right));
      return TRUTH;
    }
  }
}

function typeOfName(name: string, scope: TypeScope): ValueType {
  return scope.variables.get(name) ?? fieldOf(scope.event.object ?? true, name);
}

function noteOperands(node: Extract<Expr, { readonly kind: "and" | "or" }>, scope: TypeScope): void {
  // What decides it for the tool leaves nothing to the other operands.
  if (scope.truth(node) === undefined) for (const operand of node.operands) typeOf(operand, scope);
}

function called(node: Extract<Expr, { readonly kind: "call" }>, scope: TypeScope): ValueType {
  const of = typeOf(node.object, scope);
  const given = Array.from(node.args, (arg) => typeOf(arg, scope));
  const problem = callProblem(node, of, given[0]);
  scope.note(node, problem);
  switch (node.method) {
    case "lower":
    case "upper":
    case "trim":
      if (problem !== null) return ANY;
      return { string: true, ...(isOnly(of, ["string"]) ? {} : { missing: true }) };
    case "size":
      if (problem !== null) return ANY;
      return { number: true, ...(isOnly(of, ["string", "list", "object"]) ? {} : { missing: true }) };
    default:
      return TRUTH;
  }
}

function overElements(node: Extract<Expr, { readonly kind: "any" | "all" }>, scope: TypeScope): ValueType {
  const of = typeOf(node.object, scope);
  const problem = of.list === undefined && !isMissing(of) ? notList(node, of) : null;
  scope.note(node, problem);
  const element = of.list === undefined || of.list === true ? ANY : of.list;
  const variables = new Map([...scope.variables, [node.variable, element]]);
  // A variable may be called as the tool's name is.
  typeOf(node.body, { ...scope, variables, truth: () => undefined });
  return TRUTH;
}

function notList(node: Extract<Expr, { readonly kind: "any" | "all" }>, of: ValueType): TypeProblem {
  const shown = showNode(node.object);
  return {
    code: "type-mismatch",
    message: `\`${shown}\` is ${nameOfType(of)}, and \`${node.kind}\` needs a list: it is always false`,
    cure:
      of.string === undefined
        ? "ask a list"
        : `ask the string itself, for example with \`${shown}.includes(…)\``,
  };
}

function isOnly(type: ValueType, kinds: readonly string[]): boolean {
  return Object.keys(type).every((kind) => kinds.includes(kind));
}
