import type { CompareOperator, Expr } from "../ast.js";
import { append, every, floor, existing } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../limits.js";
import { type Atom, type AtomPath, largerThan } from "./atom.js";
import { pathGlobOf, patternOf } from "./checked.js";
import { isPathMethod } from "./methods.js";
import { childrenOf, isBoolean } from "./node.js";
import { pathIdentity } from "./scope.js";
import type { PathGlob } from "./paths/path-glob-result.js";
import { below, type Bound, inside, isValueItself, receiverOf, type Receiver } from "./receiver.js";

/**
 * How large the event's values may be for an evaluation to stay within its budget: lists and objects that it goes through, and
 * strings that it pays for. What is larger may make it fail, which is not "false".
 */
export interface Sizes {
  readonly elements: number;
  readonly units: number;
}

/** The most steps of a node on values of such sizes, and the paths of these values. */
interface Spending {
  /** For any length of strings. */
  steps: number;
  /** For each unit of the longest string. */
  perUnit: number;
  readonly lists: AtomPath[];
  readonly texts: AtomPath[];
  /** Something is paid for that has no known size. */
  unbounded: boolean;
}

/** Sizes of lists that are tried, the largest first: the more loops within each other, the smaller. */
const ELEMENTS: readonly number[] = [1_024, 256, 64, 16];

/** A size of lists is taken when strings may have at least so many units with it. */
const ENOUGH_UNITS = 16_384;

/** The sizes for which no evaluation of the whole runs out of budget, but for its unbounded parts; `null` when there are none. */
export function safeSizes(ast: Expr): Sizes | null {
  let sizes: Sizes | null = null;
  for (let i = 0; i < ELEMENTS.length; i++) {
    const elements = ELEMENTS[i] ?? 0;
    const total = nothingSpent();
    addBounded(ast, elements, total);
    const left = limits.steps - total.steps;
    const units = total.perUnit === 0 ? Infinity : floor(left / total.perUnit);
    if (left < 0 || units < 1) continue;
    sizes = { elements, units };
    if (units >= ENOUGH_UNITS) break;
  }
  return sizes;
}

/** The parts that decide one after the other; the unbounded ones are left out, since what is behind them is not used. */
function addBounded(node: Expr, elements: number, total: Spending): void {
  switch (node.kind) {
    case "and":
    case "or":
      for (let i = 0; i < node.operands.length; i++) addBounded(existing(node.operands[i]), elements, total);
      return;
    case "not":
    case "truth":
      addBounded(node.operand, elements, total);
      return;
    default: {
      const own = spendingOf(node, null, elements);
      if (own.unbounded) return;
      total.steps += own.steps;
      total.perUnit += own.perUnit;
      appendAll(total.lists, own.lists);
    }
  }
}

/** The most paths whose sizes one part of a condition may depend on. */
const MOST_EXITS = 16;

/**
 * The atoms of which none holds when the node stays within these sizes; `null` when no size keeps it from running out of budget.
 */
export function exitsOf(node: Expr, bound: Bound | null, sizes: Sizes | null): readonly Atom[] | null {
  const { steps, perUnit, lists, texts, unbounded } = spendingOf(node, bound, sizes?.elements ?? 1);
  if (unbounded) return null;
  if (steps === 0 && perUnit === 0) return [];
  if (sizes === null) return null;
  const exits: Atom[] = [];
  for (let i = 0; i < lists.length; i++) append(exits, largerThan(existing(lists[i]), sizes.elements));
  for (let i = 0; i < texts.length; i++) append(exits, largerThan(existing(texts[i]), sizes.units));
  return joinedExits(exits, []);
}

/** Each once; `null` when there are too many. */
export function joinedExits(
  some: readonly Atom[] | null,
  others: readonly Atom[] | null,
): readonly Atom[] | null {
  if (some === null || others === null) return null;
  if (others.length === 0 && some.length < 2) return some;
  if (some.length === 0 && others.length < 2) return others;
  const all: Atom[] = [];
  addNew(all, some);
  addNew(all, others);
  return all.length > MOST_EXITS ? null : all;
}

function addNew(all: Atom[], exits: readonly Atom[]): void {
  for (let i = 0; i < exits.length && all.length <= MOST_EXITS; i++) {
    const exit = existing(exits[i]);
    const key = pathIdentity(exit.path);
    if (every(all, (one) => one.value !== exit.value || pathIdentity(one.path) !== key)) append(all, exit);
  }
}

function nothingSpent(): Spending {
  return { steps: 0, perUnit: 0, lists: [], texts: [], unbounded: false };
}

/** SPEC, "Budget". */
function spendingOf(node: Expr, bound: Bound | null, elements: number): Spending {
  const spent = nothingSpent();
  addSpending(node, bound, elements, spent);
  return spent;
}

function addSpending(node: Expr, bound: Bound | null, elements: number, spent: Spending): void {
  switch (node.kind) {
    case "any":
    case "all": {
      addSpending(node.object, bound, elements, spent);
      const list = node.object.kind === "list" ? undefined : receiverOf(node.object, bound);
      const times = node.object.kind === "list" ? node.object.items.length : elements;
      if (list !== undefined) append(spent.lists, list.path);
      else if (node.object.kind !== "list") spent.unbounded = true;
      const body = spendingOf(node.body, inside(node, bound), elements);
      spent.steps += times * (1 + body.steps);
      spent.perUnit += times * body.perUnit;
      spent.unbounded ||= body.unbounded;
      appendAll(spent.lists, body.lists);
      appendAll(spent.texts, body.texts);
      return;
    }
    case "call":
      addCall(node, bound, elements, spent);
      break;
    case "compare":
      addComparison(node, bound, elements, spent);
      break;
    default:
  }
  const children = childrenOf(node);
  for (let i = 0; i < children.length; i++) addSpending(existing(children[i]), bound, elements, spent);
}

function addCall(
  node: Extract<Expr, { kind: "call" }>,
  bound: Bound | null,
  elements: number,
  spent: Spending,
): void {
  const pattern = patternOf(node);
  if (pattern !== null) {
    payForString(node.object, bound, pattern.size / limits.patternWorkPerStep, spent);
    return;
  }
  const glob = pathGlobOf(node);
  if (glob !== null) {
    payForPaths(node, glob, bound, spent);
    return;
  }
  if (bound === null) return;
  if (node.method !== "size") {
    payForString(node.object, bound, 1 / limits.textPerStep, spent);
    return;
  }
  const receiver = receiverOf(node.object, bound);
  if (receiver === undefined) spent.unbounded = true;
  else if (isValueItself(receiver)) {
    spent.steps += elements;
    append(spent.lists, receiver.path);
  }
}

/** What is paid for is strings of the fact. */
function payForPaths(
  { method, object }: Extract<Expr, { kind: "call" }>,
  glob: PathGlob,
  bound: Bound | null,
  spent: Spending,
): void {
  const receiver = receiverOf(object, bound);
  if (receiver === undefined) {
    // A literal, or the answer of a method, is not a fact, and costs nothing.
    spent.unbounded ||= object.kind === "name" || object.kind === "member";
    return;
  }
  if (!isValueItself(receiver)) return;
  const { spelled } = glob;
  const perUnit = glob.weight(isPathMethod(method) ? method : "within") / limits.patternWorkPerStep;
  for (let i = 0; i < spelled.length; i++) {
    spent.perUnit += perUnit;
    append(spent.texts, below(receiver.path, existing(spelled[i]).spelling));
  }
}

function addComparison(
  { operator, left, right }: Extract<Expr, { kind: "compare" }>,
  bound: Bound | null,
  elements: number,
  spent: Spending,
): void {
  if (operator === "in" && right.kind !== "list") {
    addMembership(left, receiverOf(right, bound), bound, elements, spent);
    return;
  }
  const items = comparedItems(operator, left, right);
  for (let i = 0; i < items.length; i++) {
    const item = existing(items[i]);
    const content = operator === "==" || operator === "!=" || operator === "in";
    if (content && !isScalar(left) && !isScalar(item) && !isText(left, bound) && !isText(item, bound)) {
      spent.unbounded = true;
    } else if (bound !== null) payForEqual(left, item, bound, 1, spent);
  }
}

function comparedItems(operator: CompareOperator, left: Expr, right: Expr): readonly Expr[] {
  // A list without elements is compared by its length.
  if (isEmpty(left) || isEmpty(right)) return [];
  return operator === "in" && right.kind === "list" ? right.items : [right];
}

function addMembership(
  left: Expr,
  list: ReturnType<typeof receiverOf>,
  bound: Bound | null,
  elements: number,
  spent: Spending,
): void {
  if (list === undefined || (!isScalar(left) && !isText(left, bound))) spent.unbounded = true;
  else {
    append(spent.lists, list.path);
    spent.steps += elements;
    payForEqual(left, left, bound, elements, spent);
  }
}

/** Strings are compared only when they are of one length: the shorter side is what it may cost. */
function payForEqual(left: Expr, right: Expr, bound: Bound | null, times: number, spent: Spending): void {
  if (left.kind === "literal" || right.kind === "literal") {
    const value = left.kind === "literal" ? left.value : right.kind === "literal" ? right.value : null;
    if (typeof value === "string") spent.steps += times * floor(value.length / limits.textPerStep);
  } else if (!isBoolean(left) && !isBoolean(right)) {
    payForString(
      receiverOf(left, bound) === undefined ? right : left,
      bound,
      times / limits.textPerStep,
      spent,
    );
  }
}

function payForString(node: Expr, bound: Bound | null, perUnit: number, spent: Spending): void {
  if (node.kind === "literal") {
    if (typeof node.value === "string") spent.steps += node.value.length * perUnit;
    return;
  }
  const receiver = receiverOf(node, bound);
  if (receiver === undefined) {
    spent.unbounded = true;
    return;
  }
  spent.perUnit += perUnit * receiver.growth;
  append(spent.texts, receiver.path);
}

function isEmpty(node: Expr): boolean {
  return node.kind === "list" && node.items.length === 0;
}

function isScalar(node: Expr): boolean {
  return node.kind === "literal" || isBoolean(node);
}

/** Never a list or an object: a string or a number, or missing. */
function isText(node: Expr, bound: Bound | null): boolean {
  const receiver: Receiver | undefined = receiverOf(node, bound);
  return receiver !== undefined && !isValueItself(receiver);
}

/** Appends the items to an ordinary array. */
export function appendAll<T>(list: T[], items: readonly T[]): void {
  for (let i = 0; i < items.length; i++) append(list, items[i] as T);
}
