import type { CompareOperator, Expr } from "../ast.js";
import { compileTruth } from "./closures.js";
import { MapOf, mapHas, mapSet } from "@gatehouse-hooks/json/intrinsics";
import { append, every, mapList, newList, some } from "@gatehouse-hooks/json/intrinsics";
import { mayFail } from "./may-fail.js";
import { argumentOf, childrenOf } from "./node.js";
import { pathKey } from "./path-key.js";
import { newScope } from "./scope.js";

/** A path from the event's root. */
export type Path = readonly (string | number)[];

/** A test of one path against one constant. */
export interface Atom {
  readonly path: Path;
  readonly operator: Exclude<CompareOperator, "in" | "!="> | "includes" | "startsWith" | "endsWith";
  readonly value: null | boolean | number | string;
}

/** What is known of a condition without an event. */
export interface Analysis {
  /** The paths it reads, in order, each once. The outcome depends on nothing else of the event. */
  readonly paths: readonly Path[];
  /** Where one of these does not hold, the outcome is false. */
  readonly required: readonly Atom[];
  /** Where no atom of a group holds, the outcome is false. */
  readonly covers: readonly (readonly Atom[])[];
  /** It holds for every event, or for none; `null` when that depends (or is not seen). */
  readonly constant: "always" | "never" | null;
  /** A rough number that grows with the work of one evaluation; for comparing conditions. */
  readonly cost: number;
}

/** Analyses a checked AST (of `parse` or `readAst`). */
export function analyze(ast: Expr): Analysis {
  const paths: Path[] = [];
  collectPaths(ast, noVariables, { paths, known: new MapOf<string, true>() });
  const constant = constantOf(ast);
  const { required, covers } =
    constant === undefined ? requirements(ast, noVariables, true) : { required: [], covers: [] };
  return {
    paths,
    required,
    covers,
    constant: constant === undefined ? null : constant ? "always" : "never",
    cost: costOf(ast),
  };
}

const noVariables: readonly string[] = newList();

/** The path of a chain of names and keys; nothing when it starts at a variable, a literal or a call. */
function pathOf(node: Expr, variables: readonly string[]): Path | undefined {
  const upwards = newList<string | number>();
  let at = node;
  for (; at.kind === "member"; at = at.object) upwards[upwards.length] = at.key;
  if (at.kind !== "name") return undefined;
  const { name } = at;
  if (some(variables, (variable) => variable === name)) return undefined;
  const path: (string | number)[] = [name];
  for (let i = upwards.length - 1; i >= 0; i--) append(path, upwards[i] as string | number);
  return path;
}

interface Paths {
  readonly paths: Path[];
  readonly known: Map<string, true>;
}

function collectPaths(node: Expr, variables: readonly string[], found: Paths): void {
  const path = pathOf(node, variables);
  if (path !== undefined) {
    const key = pathKey(path);
    if (!mapHas(found.known, key)) append(found.paths, path);
    mapSet(found.known, key, true);
    return;
  }
  const children = childrenOf(node);
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Expr;
    const inside = (node.kind === "any" || node.kind === "all") && child === node.body;
    collectPaths(child, inside ? within(variables, node.variable) : variables, found);
  }
}

function within(variables: readonly string[], variable: string): readonly string[] {
  const all = newList<string>();
  for (let i = 0; i < variables.length; i++) all[i] = variables[i] as string;
  all[all.length] = variable;
  return all;
}

/** The truth of a node that no event changes, seen through `&&`, `||` and `!`. */
function constantOf(node: Expr): boolean | undefined {
  switch (node.kind) {
    case "and":
    case "or": {
      // A part that may run out of budget decides before the parts after it.
      const stop = node.kind === "or";
      let unknown = false;
      for (let i = 0; i < node.operands.length; i++) {
        const operand = node.operands[i] as Expr;
        const known = constantOf(operand);
        if (known === stop) return stop;
        if (known === undefined && mayFail(operand)) return undefined;
        unknown ||= known === undefined;
      }
      return unknown ? undefined : !stop;
    }
    case "not": {
      const known = constantOf(node.operand);
      return known === undefined ? undefined : !known;
    }
    case "truth":
      return constantOf(node.operand);
    default:
      return readsEvent(node) ? undefined : valueWithoutEvent(node);
  }
}

function readsEvent(node: Expr): boolean {
  return node.kind === "name" || some(childrenOf(node), readsEvent);
}

function valueWithoutEvent(node: Expr): boolean | undefined {
  try {
    return compileTruth(node, noVariables)({}, newScope());
  } catch {
    return undefined;
  }
}

function appendAll<T>(list: T[], items: readonly T[]): void {
  for (let i = 0; i < items.length; i++) append(list, items[i] as T);
}

interface Requirements {
  readonly required: readonly Atom[];
  readonly covers: readonly (readonly Atom[])[];
}

const nothing: Requirements = { required: [], covers: [] };

/** What must hold when the node's truth is `wanted`. */
function requirements(node: Expr, variables: readonly string[], wanted: boolean): Requirements {
  switch (node.kind) {
    case "not":
      return requirements(node.operand, variables, !wanted);
    case "truth":
      return requirements(node.operand, variables, wanted);
    case "and":
    case "or": {
      if ((node.kind === "and") !== wanted) {
        return anyOf(mapList(node.operands, (operand) => requirements(operand, variables, wanted)));
      }
      return allOf(node.operands, variables, wanted);
    }
    case "compare":
      return wanted === (node.operator !== "!=") ? compareRequirements(node, variables) : nothing;
    case "call":
      return wanted ? callRequirements(node, variables) : nothing;
    default:
      return nothing;
  }
}

/**
 * The requirements of every part, up to the first that may run out of budget: what is behind it does not decide,
 * since a failure is not "false".
 */
function allOf(operands: readonly Expr[], variables: readonly string[], wanted: boolean): Requirements {
  const required: Atom[] = [];
  const covers: (readonly Atom[])[] = [];
  for (let i = 0; i < operands.length; i++) {
    const operand = operands[i] as Expr;
    const part = requirements(operand, variables, wanted);
    appendAll(required, part.required);
    appendAll(covers, part.covers);
    if (mayFail(operand)) break;
  }
  return { required, covers };
}

/** One group that covers every part: the first atom that each requires, or the group that it has. */
function anyOf(parts: readonly Requirements[]): Requirements {
  const cover: Atom[] = [];
  for (let i = 0; i < parts.length; i++) {
    const { required, covers } = parts[i] as Requirements;
    if (required.length > 0) append(cover, required[0] as Atom);
    else if (covers.length > 0) appendAll(cover, covers[0] as readonly Atom[]);
    else return nothing;
  }
  return { required: [], covers: [cover] };
}

function compareRequirements(
  node: Extract<Expr, { kind: "compare" }>,
  variables: readonly string[],
): Requirements {
  const { operator, left, right } = node;
  const leftPath = pathOf(left, variables);
  const rightPath = pathOf(right, variables);
  if (operator === "in") {
    if (leftPath === undefined || right.kind !== "list") return nothing;
    const cover: Atom[] = [];
    const known = every(right.items, (item) => {
      const atom = atomOf(leftPath, "==", item);
      if (atom !== undefined) append(cover, atom);
      return atom !== undefined;
    });
    return known && cover.length > 0 ? { required: [], covers: [cover] } : nothing;
  }
  const sign = operator === "!=" ? "==" : operator;
  const atom =
    leftPath !== undefined
      ? atomOf(leftPath, sign, right)
      : rightPath !== undefined
        ? atomOf(rightPath, mirrored[sign], left)
        : undefined;
  return atom === undefined ? nothing : { required: [atom], covers: [] };
}

const mirrored: Readonly<Record<"==" | "<" | "<=" | ">" | ">=", Atom["operator"]>> = {
  "==": "==",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function callRequirements(node: Extract<Expr, { kind: "call" }>, variables: readonly string[]): Requirements {
  const path = pathOf(node.object, variables);
  const argument = argumentOf(node);
  if (path === undefined || argument?.kind !== "literal" || typeof argument.value !== "string")
    return nothing;
  if (node.method !== "includes" && node.method !== "startsWith" && node.method !== "endsWith")
    return nothing;
  return { required: [{ path, operator: node.method, value: argument.value }], covers: [] };
}

function atomOf(path: Path, operator: Atom["operator"], node: Expr): Atom | undefined {
  return node.kind === "literal" ? { path, operator, value: node.value } : undefined;
}

/** What an element of a list is worth where its number is not known. */
const ELEMENTS = 16;

function costOf(node: Expr): number {
  const own = node.kind === "call" && (node.method === "matches" || node.method === "glob") ? ELEMENTS : 1;
  const children = childrenOf(node);
  let sum = own;
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Expr;
    const inside = (node.kind === "any" || node.kind === "all") && child === node.body;
    sum += costOf(child) * (inside ? ELEMENTS : 1);
  }
  return sum;
}
