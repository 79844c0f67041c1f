import { own } from "@gatehouse-hooks/json";
import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { calledTest } from "../values/called-test.js";
import { oneOf, type Order, orderTest, PRESENT, type Scalar, TRUTH } from "../values/constant-tests.js";
import { changedLiteral, changedTest, NOT_EMPTY, sizeTest } from "../values/changed-tests.js";
import { testOf, type ValueTest } from "../values/value-test.js";
import { type Goal, IMPOSSIBLE } from "./goal.js";
import type { ValuePath, VariablePaths } from "./path.js";
import { pathGoals } from "./path-goals.js";
import { type Term, termOf } from "./term.js";

type Condition = Extract<Goal, { readonly kind: "condition" }>;
type Compare = Extract<Expr, { readonly kind: "compare" }>;
type Call = Extract<Expr, { readonly kind: "call" }>;

const MET: readonly Goal[] = [];
const NEVER: readonly Goal[] = [IMPOSSIBLE];

/** What has to be met for a condition to hold, or to be false: one step towards tests of single values. */
export function expand(goal: Condition): readonly Goal[] {
  const { node, holds, variables } = goal;
  const same = (part: Expr, truth: boolean): Goal => ({ ...goal, node: part, holds: truth });
  switch (node.kind) {
    case "literal":
      return Boolean(node.value) === holds ? MET : NEVER;
    case "list":
      return holds ? MET : NEVER;
    case "not":
      return [same(node.operand, !holds)];
    case "truth":
      return [same(node.operand, holds)];
    case "and":
    case "or":
      if ((node.kind === "and") === holds) return Array.from(node.operands, (part) => same(part, holds));
      return [{ kind: "choice", options: Array.from(node.operands, (part) => [same(part, holds)]) }];
    case "has":
      return tested(termOf(node.target, variables), PRESENT, goal);
    case "any":
    case "all":
      return overElements(node, goal);
    case "compare":
      return compared(node, goal);
    case "call":
      return called(node, goal);
    default:
      return tested(termOf(node, variables), TRUTH, goal);
  }
}

/** A test of a value that the event has; open for what is not one. */
function tested(term: Term, test: ValueTest | undefined, goal: Condition): readonly Goal[] {
  if (term.kind !== "value" || test === undefined) return [open(goal)];
  return [{ kind: "value", path: term.path, test, holds: goal.holds }];
}

function open({ node, holds, variables }: Condition): Goal {
  return { kind: "open", key: keyOf(node, variables), holds };
}

/** The node without its places, with the elements that its variables stand for. */
function keyOf(node: Expr, variables: VariablePaths): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === "span") return undefined;
    if (typeof value !== "object" || value === null || !("kind" in value) || value.kind !== "name")
      return value;
    const path = variables.get(String(own(value, "name")));
    return path === undefined ? value : { element: path.map(String) };
  });
}

function overElements(
  node: Extract<Expr, { readonly kind: "any" | "all" }>,
  goal: Condition,
): readonly Goal[] {
  const { holds, variables } = goal;
  const term = termOf(node.object, variables);
  if (term.kind !== "value") return [open(goal)];
  const list = term.path;
  const body =
    (truth: boolean) =>
    (element: ValuePath): readonly Goal[] => [
      {
        kind: "condition",
        node: node.body,
        holds: truth,
        variables: new Map([...variables, [node.variable, element]]),
      },
    ];
  const isList: Goal = { kind: "value", path: list, test: LIST, holds: true };
  if (node.kind === "any")
    return [holds ? { kind: "some", list, body: body(true) } : { kind: "every", list, body: body(false) }];
  if (holds) return [isList, { kind: "every", list, body: body(true) }];
  return [
    { kind: "choice", options: [[{ ...isList, holds: false }], [{ kind: "some", list, body: body(false) }]] },
  ];
}

const LIST = testOf("list", { list: true });

function compared(node: Compare, goal: Condition): readonly Goal[] {
  const left = termOf(node.left, goal.variables);
  const right = termOf(node.right, goal.variables);
  const { operator } = node;
  if (operator === "!=") {
    const equal: Compare = { ...node, operator: "==" };
    return compared(equal, { ...goal, node: equal, holds: !goal.holds });
  }
  if (operator === "in") return isIn(left, right, goal);
  if (left.kind === "constant" && right.kind !== "constant")
    return against(right, MIRRORED[operator], left.value, goal);
  return right.kind === "constant"
    ? against(left, operator, right.value, goal)
    : twoValues(left, operator, right, goal);
}

const MIRRORED: Readonly<Record<Order, Order>> = { "==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Compares with a constant. */
function against(term: Term, operator: Order, constant: Scalar, goal: Condition): readonly Goal[] {
  switch (term.kind) {
    case "value":
      return tested(term, operator === "==" ? oneOf([constant]) : orderTest(operator, constant), goal);
    case "changed":
      return tested({ kind: "value", path: term.path }, changedTest(term.change, operator, constant), goal);
    case "truth":
      // A truth value has no order, and equals true or false only.
      if (operator !== "==" || typeof constant !== "boolean") return goal.holds ? NEVER : MET;
      return [{ ...goal, node: term.node, holds: goal.holds === constant }];
    case "constants":
      return goal.holds ? NEVER : MET;
    default:
      return [open(goal)];
  }
}

function twoValues(left: Term, operator: Order, right: Term, goal: Condition): readonly Goal[] {
  if (operator !== "==" || left.kind !== "value") return [open(goal)];
  if (right.kind === "value") return twoPaths(left.path, right.path, goal);
  return right.kind === "constants" ? wholeList(left.path, right.values, goal.holds) : [open(goal)];
}

/** A list of these elements, in order, or anything else. */
function wholeList(path: ValuePath, values: readonly Scalar[], holds: boolean): readonly Goal[] {
  const tests: readonly Goal[] = [
    { kind: "value", path, test: sizeTest("==", values.length), holds },
    { kind: "value", path, test: LIST, holds },
    ...values.map((value, i): Goal => ({ kind: "value", path: [...path, i], test: oneOf([value]), holds })),
  ];
  return holds ? tests : [{ kind: "choice", options: tests.map((one) => [one]) }];
}

/** The condition itself tells whether other values differ: here one is nothing, or that is left open. */
function twoPaths(left: ValuePath, right: ValuePath, goal: Condition): readonly Goal[] {
  if (goal.holds) return [open(goal), { kind: "equal", left, right }];
  const isNothing = (path: ValuePath, holds: boolean): Goal => ({
    kind: "value",
    path,
    test: NOTHING,
    holds,
  });
  return [
    open(goal),
    {
      kind: "choice",
      options: [
        [isNothing(left, false), isNothing(right, true)],
        [isNothing(left, true), isNothing(right, false)],
        [isNothing(left, false), isNothing(right, false)],
      ],
    },
  ];
}

const NOTHING = oneOf([null]);

function isIn(left: Term, right: Term, goal: Condition): readonly Goal[] {
  if (right.kind === "constants")
    return left.kind === "changed"
      ? changedIn(left, right.values, goal)
      : tested(left, oneOf(right.values), goal);
  if (right.kind === "constant" || right.kind === "truth") return goal.holds ? NEVER : MET;
  if (right.kind !== "value" || left.kind !== "constant") return [open(goal)];
  const test = oneOf([left.value]);
  const { holds } = goal;
  return [
    {
      kind: holds ? "some" : "every",
      list: right.path,
      body: (path) => [{ kind: "value", path, test, holds }],
    },
  ];
}

function changedIn(
  { path, change }: Extract<Term, { readonly kind: "changed" }>,
  values: readonly Scalar[],
  goal: Condition,
): readonly Goal[] {
  const each = values.map((value): Goal => {
    const test = changedTest(change, "==", value);
    return test === undefined ? open(goal) : { kind: "value", path, test, holds: goal.holds };
  });
  return goal.holds ? [{ kind: "choice", options: each.map((one) => [one]) }] : each;
}

function called(node: Call, goal: Condition): readonly Goal[] {
  const term = termOf(node.object, goal.variables);
  if (term.kind === "constant" || term.kind === "constants") return [open(goal)];
  switch (node.method) {
    case "lower":
    case "upper":
      return tested(term, NOT_EMPTY, goal);
    case "trim":
      return [open(goal)];
    case "size":
      return tested(term, sizeTest(">", 0), goal);
    case "touches":
    case "within":
    case "in":
    case "surely":
    case "perhaps":
      return askedOfPath(node, term, goal);
    default:
      return term.kind === "changed"
        ? calledOnChanged(node, term, goal)
        : tested(term, calledTest(node), goal);
  }
}

/** A test of a string behind `lower()` and the like. */
function calledOnChanged(
  { method, args }: Call,
  term: Extract<Term, { readonly kind: "changed" }>,
  goal: Condition,
): readonly Goal[] {
  const argument = args[0];
  if (method !== "includes" && method !== "startsWith" && method !== "endsWith") return [open(goal)];
  if (argument?.kind !== "literal") return [open(goal)];
  if (typeof argument.value !== "string" || term.change === "size") return goal.holds ? NEVER : MET;
  return tested(
    { kind: "value", path: term.path },
    changedLiteral(term.change, method, argument.value),
    goal,
  );
}

/** The same test of a fact never both holds and is false; beyond that, it says something of the paths that the fact means. */
function askedOfPath(node: Call, term: Term, goal: Condition): readonly Goal[] {
  if (term.kind !== "value") return [open(goal)];
  return [...tested(term, calledTest(node), goal), ...pathGoals(node, term.path, goal.holds)];
}
