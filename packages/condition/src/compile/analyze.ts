import type { CompareOperator, Expr } from "../ast.js";
import { compileTruth } from "./closures.js";
import { mayFail } from "./may-fail.js";
import { childrenOf } from "./node.js";
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
  const paths = new Map<string, Path>();
  collectPaths(ast, [], paths);
  const constant = constantOf(ast);
  const { required, covers } =
    constant === undefined ? requirements(ast, [], true) : { required: [], covers: [] };
  return {
    paths: [...paths.values()],
    required,
    covers,
    constant: constant === undefined ? null : constant ? "always" : "never",
    cost: costOf(ast),
  };
}

/** The path of a chain of names and keys; nothing when it starts at a variable, a literal or a call. */
function pathOf(node: Expr, variables: readonly string[]): Path | undefined {
  if (node.kind === "name") return variables.includes(node.name) ? undefined : [node.name];
  if (node.kind !== "member") return undefined;
  const object = pathOf(node.object, variables);
  return object === undefined ? undefined : [...object, node.key];
}

function collectPaths(node: Expr, variables: readonly string[], paths: Map<string, Path>): void {
  const path = pathOf(node, variables);
  if (path !== undefined) {
    paths.set(JSON.stringify(path), path);
    return;
  }
  for (const child of childrenOf(node)) {
    const inside = (node.kind === "any" || node.kind === "all") && child === node.body;
    collectPaths(child, inside ? [...variables, node.variable] : variables, paths);
  }
}

/** The truth of a node that no event changes, seen through `&&`, `||` and `!`. */
function constantOf(node: Expr): boolean | undefined {
  switch (node.kind) {
    case "and":
    case "or": {
      // A part that may run out of budget decides before the parts after it.
      const stop = node.kind === "or";
      let unknown = false;
      for (const operand of node.operands) {
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
  return node.kind === "name" || childrenOf(node).some(readsEvent);
}

function valueWithoutEvent(node: Expr): boolean | undefined {
  try {
    return compileTruth(node, [])({}, newScope());
  } catch {
    return undefined;
  }
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
        return anyOf(node.operands.map((operand) => requirements(operand, variables, wanted)));
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
 * The requirements of every part, up to the first that may run out of budget: what stands behind it does not decide,
 * since a failure is not "false".
 */
function allOf(operands: readonly Expr[], variables: readonly string[], wanted: boolean): Requirements {
  const required: Atom[] = [];
  const covers: (readonly Atom[])[] = [];
  for (const operand of operands) {
    const part = requirements(operand, variables, wanted);
    required.push(...part.required);
    covers.push(...part.covers);
    if (mayFail(operand)) break;
  }
  return { required, covers };
}

/** One group that covers every part: the first atom that each requires, or the group that it has. */
function anyOf(parts: readonly Requirements[]): Requirements {
  const groups = parts.map(({ required, covers }) => (required[0] === undefined ? covers[0] : [required[0]]));
  const cover: Atom[] = [];
  for (const group of groups) {
    if (group === undefined) return nothing;
    cover.push(...group);
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
    const atoms = right.items.map((item) => atomOf(leftPath, "==", item));
    const cover = atoms.filter((atom) => atom !== undefined);
    return cover.length === atoms.length && cover.length > 0 ? { required: [], covers: [cover] } : nothing;
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
  const [argument] = node.args;
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
  return childrenOf(node).reduce((sum, child) => {
    const inside = (node.kind === "any" || node.kind === "all") && child === node.body;
    return sum + costOf(child) * (inside ? ELEMENTS : 1);
  }, own);
}
