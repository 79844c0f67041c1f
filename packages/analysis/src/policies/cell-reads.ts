import { analyze, type CompareOperator, type Expr } from "@gatehouse-hooks/condition/analysis";
import { type CellUpdate, type MemoryCell, type Policy } from "@gatehouse-hooks/engine";
import { nodePath } from "./paths-of.js";
import { testsOf } from "./tests-of.js";

const MEMORY = "memory";
const FLOWS = "flows";

/** What is read of memory: cells by name, all of them, or the sources of values. */
export interface ReadNames {
  readonly cells: ReadonlySet<string>;
  /** Memory as a whole. */
  readonly all: boolean;
  readonly flows: boolean;
}

/** What lets calls through in a policy: that more has happened, or that less has. */
export function lettingThrough({ handler }: Policy): "more" | "less" | undefined {
  if (handler.kind !== "static") return undefined;
  if (handler.verdict === "allow") return "more";
  return handler.verdict === "deny" || handler.verdict === "ask" ? "less" : undefined;
}

/** What a policy reads of memory: in its tests, and for its judge. */
export function readByPolicy(policy: Policy): ReadNames {
  const { handler } = policy;
  const uses = handler.kind === "judge" ? (handler.uses ?? []) : [];
  return readNames([
    ...testsOf(policy).flatMap((ast) => analyze(ast).paths),
    ...uses.map((path) => path.split(".")),
  ]);
}

/** What the events of a cell read of memory. */
export function readByCell({ on, until }: MemoryCell): ReadNames {
  const updates = [...on, ...until];
  const paths = updates.flatMap(({ add, each, value, text }) =>
    [add, each, value, text].flatMap((path) => (path === undefined ? [] : [path])),
  );
  const names = readNames([...updates.flatMap(updateTests).flatMap((ast) => analyze(ast).paths), ...paths]);
  return { ...names, flows: names.flows || updates.some((one) => one.if !== undefined) };
}

/** The conditions of an event of a cell. */
export function updateTests({ matcher, condition, where }: CellUpdate): readonly Expr[] {
  return [matcher?.ast, condition?.ast, where?.ast].flatMap((ast) => ast ?? []);
}

function readNames(paths: readonly (readonly (string | number)[])[]): ReadNames {
  const ofMemory = paths.filter(([root]) => root === MEMORY).map(([, name]) => name);
  return {
    cells: new Set(ofMemory.filter((name) => typeof name === "string")),
    all: ofMemory.some((name) => typeof name !== "string"),
    flows: paths.some(([root]) => root === FLOWS),
  };
}

/** A place in a condition where a cell decides. */
interface CellTest {
  readonly cell: string;
  /** `more`: the condition holds the sooner, the more has happened; `less`: the sooner, the less has. */
  readonly wants: "more" | "less";
  readonly node: Expr;
}

/** Where the condition holds, or where it is false, for what cells are. What cannot be told is left out. */
export function cellTests(node: Expr, isTrue: boolean = true): readonly CellTest[] {
  switch (node.kind) {
    case "truth":
      return cellTests(node.operand, isTrue);
    case "not":
      return cellTests(node.operand, !isTrue);
    case "and":
    case "or":
      return node.operands.flatMap((operand) => cellTests(operand, isTrue));
    case "any":
    case "all":
      return [
        ...tested(node.object, node, node.kind === "any" ? isTrue : !isTrue),
        ...cellTests(node.body, isTrue),
      ];
    case "has":
      return tested(node.target, node, isTrue);
    case "name":
    case "member":
    case "call":
      return tested(node, node, isTrue);
    case "compare":
      return compared(node, isTrue);
    default:
      return [];
  }
}

function tested(of: Expr, node: Expr, wantsMore: boolean): readonly CellTest[] {
  const cell = cellOf(of) ?? sizeOf(of);
  return cell === undefined ? [] : [{ cell, wants: wantsMore ? "more" : "less", node }];
}

/** The cell that a node is; not a member of what was last. */
function cellOf(node: Expr): string | undefined {
  const path = nodePath(node);
  const [root, name] = path ?? [];
  return path?.length === 2 && root === MEMORY && typeof name === "string" ? name : undefined;
}

/** The cell whose size a node is. */
function sizeOf(node: Expr): string | undefined {
  return node.kind === "call" && node.method === "size" ? cellOf(node.object) : undefined;
}

const TURNED: Readonly<Partial<Record<CompareOperator, CompareOperator>>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};

/** A cell, or its size, and the constant that it is compared with. */
interface CellBound {
  readonly cell: string;
  readonly isSize: boolean;
  readonly operator: CompareOperator;
  readonly constant: number | boolean;
}

/** What a comparison compares a cell with; nothing for others. */
export function boundOf(node: Expr): CellBound | undefined {
  if (node.kind !== "compare") return undefined;
  const turned = TURNED[node.operator];
  if (turned === undefined) return undefined;
  return boundAs(node.left, node.operator, node.right) ?? boundAs(node.right, turned, node.left);
}

function boundAs(left: Expr, operator: CompareOperator, right: Expr): CellBound | undefined {
  const whole = cellOf(left);
  const cell = whole ?? sizeOf(left);
  const constant = right.kind === "literal" ? right.value : undefined;
  if (cell === undefined || (typeof constant !== "number" && typeof constant !== "boolean")) return undefined;
  return { cell, isSize: whole === undefined, operator, constant };
}

function compared(node: Expr & { readonly kind: "compare" }, isTrue: boolean): readonly CellTest[] {
  if (node.operator === "in") return tested(node.right, node, isTrue);
  const bound = boundOf(node);
  if (bound === undefined) return [];
  const more = wantsMore(bound);
  return more === undefined ? [] : [{ cell: bound.cell, wants: more === isTrue ? "more" : "less", node }];
}

/** Whether it holds the sooner, the more has happened; nothing where neither can be told. */
function wantsMore({ operator, constant }: CellBound): boolean | undefined {
  if (operator === ">" || operator === ">=") return true;
  if (operator === "<" || operator === "<=") return false;
  if (typeof constant === "boolean") return (operator === "==") === constant;
  return constant === 0 ? operator === "!=" : undefined;
}
