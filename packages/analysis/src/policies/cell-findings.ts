import type { Expr } from "@gatehouse-hooks/condition/analysis";
import {
  cellsOf,
  type CellUpdate,
  isManyEvents,
  type MemoryCell,
  type Policy,
  policiesOf,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { conditionGoal, type Goal } from "../solve/goal.js";
import { NO_TOOL_TYPES, type ToolTypes } from "../types/tool-types.js";
import { oneOf } from "../values/constant-tests.js";
import {
  updateTests,
  boundOf,
  cellTests,
  lettingThrough,
  readByCell,
  readByPolicy,
  type ReadNames,
} from "./cell-reads.js";
import { EventFinder } from "./event-finder.js";
import { testsOf } from "./tests-of.js";

/** What is wrong with what a set remembers. */
export type CellFinding =
  /** No event sets it. */
  | { readonly kind: "never-set"; readonly cell: MemoryCell }
  /** No policy reads it. */
  | { readonly kind: "never-read"; readonly cell: MemoryCell }
  /** What lets a call through is set before it is known that it happened. */
  | { readonly kind: "hasty"; readonly cell: MemoryCell; readonly policy: Policy; readonly part: Expr }
  /** It is compared with what it never comes to; without a policy in one of its own conditions. */
  | {
      readonly kind: "over-limit";
      readonly cell: MemoryCell;
      readonly policy?: Policy;
      readonly part: Expr;
      readonly limit: number;
    }
  /** Everything that a call says is a source, whatever field it stands in. */
  | { readonly kind: "open-source"; readonly cell: MemoryCell; readonly source: string };

/**
 * What is wrong with the cells of a set: proven for every session, but for `hasty` and `open-source`, which are rules of thumb (SPEC, "Cells").
 * Cells of packs are left out, and so is what is lost.
 */
export function cellFindings(
  set: PolicySet,
  { tools = NO_TOOL_TYPES }: { readonly tools?: ToolTypes } = {},
): readonly CellFinding[] {
  const cells = cellsOf(set).filter(({ kind }) => kind !== "lost");
  if (cells.length === 0) return [];
  const policies = policiesOf(set);
  const own = cells.filter(({ source }) => source?.pack === undefined);
  const unset = neverSet(cells, new EventFinder(set, tools));
  const unread = neverRead(cells, policies);
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  return [
    ...own.flatMap((cell): readonly CellFinding[] => [
      ...(unset.has(cell) ? [{ kind: "never-set", cell } as const] : []),
      ...(unread.has(cell) ? [{ kind: "never-read", cell } as const] : []),
      ...openSources(cell),
      ...[...cell.on, ...cell.until].flatMap(updateTests).flatMap((ast) => overLimits(ast, byName)),
    ]),
    ...policies
      .filter(({ enabled, source }) => enabled && source?.pack === undefined)
      .flatMap((policy): readonly CellFinding[] => [
        ...hastyTests(policy, policies, byName),
        ...testsOf(policy).flatMap((ast) => overLimits(ast, byName).map((found) => ({ ...found, policy }))),
      ]),
  ];
}

/** Conditions of an event that sets or empties a cell, with what they read beside it. */
export function updateGoals({ matcher, condition }: CellUpdate): readonly Goal[] {
  return [
    ...[matcher?.ast, condition?.ast].flatMap((ast) => (ast == null ? [] : [conditionGoal(ast, true)])),
    {
      kind: "value",
      path: ["decision", "effect"],
      test: oneOf(["deny", "ask", "allow", "abstain"]),
      holds: true,
    },
  ];
}

/** The cells that no event sets; then also those that only what these say would set. */
function neverSet(cells: readonly MemoryCell[], finder: EventFinder): ReadonlySet<MemoryCell> {
  const unset = new Set<MemoryCell>();
  for (let before = -1; before < unset.size;) {
    before = unset.size;
    const empty = [...unset].flatMap(emptyGoals);
    for (const cell of cells)
      if (!unset.has(cell) && cell.on.every((update) => isNever(update, empty, finder))) unset.add(cell);
  }
  return unset;
}

function isNever(update: CellUpdate, empty: readonly Goal[], finder: EventFinder): boolean {
  // Without a condition there is an event, and most conditions have one that is found soon.
  if (update.condition === undefined) return false;
  const goals = [...updateGoals(update), ...empty];
  return update.events.every((event) => !isManyEvents(event) && finder.refutes(event, goals));
}

/** What a cell is that nothing sets. */
function emptyGoals({ name, kind }: MemoryCell): readonly Goal[] {
  if (kind !== "flag" && kind !== "count") return [];
  return [{ kind: "value", path: ["memory", name], test: oneOf([kind === "flag" ? false : 0]), holds: true }];
}

/** The cells that no policy reads, nor a cell that one reads. */
function neverRead(cells: readonly MemoryCell[], policies: readonly Policy[]): ReadonlySet<MemoryCell> {
  const unread = new Set(cells);
  const readAll = (names: ReadNames): void => {
    for (const cell of cells) {
      const isRead = cell.kind === "origins" ? names.flows : names.all || names.cells.has(cell.name);
      if (isRead && unread.delete(cell)) readAll(readByCell(cell));
    }
  };
  for (const policy of policies) readAll(readByPolicy(policy));
  return unread;
}

/** A source of all that a call says: whoever has one field approved would have every other one believed. */
function openSources(cell: MemoryCell): readonly CellFinding[] {
  const open = cell.on.filter(
    ({ text, fields }) => text?.length === 1 && text[0] === "params" && fields === undefined,
  );
  const names = new Set(open.flatMap(({ source }) => source ?? []));
  return [...names].map((source) => ({ kind: "open-source", cell, source }));
}

/** Which tests of a static policy let through: those for which it holds, of an allow; those for which it does not, of a deny or a question. */
function hastyTests(
  policy: Policy,
  policies: readonly Policy[],
  cells: ReadonlyMap<string, MemoryCell>,
): readonly CellFinding[] {
  const lets = lettingThrough(policy);
  if (lets === undefined) return [];
  const found = testsOf(policy).flatMap((ast) => cellTests(ast));
  return found.flatMap(({ cell: name, wants, node }) => {
    const cell = cells.get(name);
    if (cell === undefined || wants !== lets || !isSetBefore(cell)) return [];
    // The first few times something milder, and then this or that: so many times are not what lets through.
    if (cell.kind === "count" && policies.some((other) => other !== policy && stops(other, name))) return [];
    return [{ kind: "hasty", cell, policy, part: node }];
  });
}

/** Whether a policy is stricter, the more a cell has counted. */
function stops(policy: Policy, name: string): boolean {
  const { handler, enabled } = policy;
  if (!enabled || (handler.kind === "static" && lettingThrough(policy) !== "less")) return false;
  return testsOf(policy).some((ast) =>
    cellTests(ast).some(({ cell, wants }) => cell === name && wants === "more"),
  );
}

function isSetBefore({ on }: MemoryCell): boolean {
  return on.some(({ events }) => events.some((event) => event === "before_tool_call" || isManyEvents(event)));
}

/** Comparisons with more than a cell comes to. */
function overLimits(
  node: Expr,
  cells: ReadonlyMap<string, MemoryCell>,
): readonly (CellFinding & { readonly kind: "over-limit" })[] {
  const bound = boundOf(node);
  if (bound === undefined) return innerOf(node).flatMap((inner) => overLimits(inner, cells));
  const cell = cells.get(bound.cell);
  const limit = cell === undefined ? undefined : limitOf(cell, bound.isSize);
  if (cell === undefined || limit === undefined || typeof bound.constant !== "number") return [];
  const reaches =
    bound.operator === ">" || bound.operator === "<=" ? bound.constant < limit : bound.constant <= limit;
  return reaches ? [] : [{ kind: "over-limit", cell, part: node, limit }];
}

function limitOf({ kind, upTo, keep }: MemoryCell, isSize: boolean): number | undefined {
  if (kind === "count" && !isSize) return upTo;
  return kind === "set" && isSize ? keep : undefined;
}

function innerOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "truth":
    case "not":
      return [node.operand];
    case "and":
    case "or":
      return node.operands;
    case "any":
    case "all":
      return [node.body];
    default:
      return [];
  }
}
