import {
  cellsOf,
  type CellUpdate,
  isManyEvents,
  kindsOf,
  type MemoryCell,
  policiesOf,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { NO_TOOL_TYPES, type ToolTypes } from "../types/tool-types.js";
import { updateGoals } from "./cell-findings.js";
import { updateTests, cellTests, lettingThrough } from "./cell-reads.js";
import { EventFinder } from "./event-finder.js";
import { pathsOf, type ReadPath } from "./paths-of.js";
import { sentGoals, type SentEvents } from "./sent-goals.js";
import { testsOf } from "./tests-of.js";

/** A cell of which a sender, for example an agent, does not tell what it remembers. */
export interface UntoldCell {
  readonly cell: MemoryCell;
  /** `set`: it stays empty there. `emptied`: once set, it stays. A source of that name says nothing. */
  readonly what: "set" | "emptied" | { readonly source: string };
  /** The events that it waits for. */
  readonly events: readonly string[];
  /** A policy lets calls through for what is in it, so there it stops every one. */
  readonly lets: boolean;
}

/**
 * The cells of a set that stay empty, or are never emptied, where one sender sends the events: it does not have the event, the field, the tool or the argument.
 *
 * @param sent what its tables say
 */
export function untoldCells(
  set: PolicySet,
  sent: SentEvents,
  { tools = NO_TOOL_TYPES }: { readonly tools?: ToolTypes } = {},
): readonly UntoldCell[] {
  const finder = new EventFinder(set, tools);
  const isUntold = (update: CellUpdate): boolean =>
    update.events.every((event) => !isManyEvents(event) && isUnsent(update, event, { set, sent, finder }));
  return cellsOf(set).flatMap((cell): readonly UntoldCell[] => {
    const lets = letsThrough(set, cell);
    const untold = cell.on.filter(isUntold);
    const kept = cell.until.filter(isUntold);
    const all = untold.length > 0 && untold.length === cell.on.length;
    const sources = new Set(untold.flatMap(({ source }) => source ?? []));
    const silent = [...sources].filter((name) =>
      cell.on.every((one) => one.source !== name || untold.includes(one)),
    );
    return [
      ...(all ? [{ cell, what: "set", events: eventsOf(untold), lets } as const] : []),
      ...(all ? [] : silent).map((source): UntoldCell => ({
        ...{ cell, what: { source }, lets },
        events: eventsOf(untold.filter((one) => one.source === source)),
      })),
      ...(!all && kept.length > 0 && kept.length === cell.until.length
        ? [{ cell, what: "emptied", events: eventsOf(kept), lets: false } as const]
        : []),
    ];
  });
}

function eventsOf(updates: readonly CellUpdate[]): readonly string[] {
  return [...new Set(updates.flatMap(({ events }) => events))];
}

/** What no sender sends: it is derived. */
const DERIVED: ReadonlySet<unknown> = new Set(["memory", "flows", "decision", "call", "it"]);

function isUnsent(
  update: CellUpdate,
  event: string,
  { set, sent, finder }: { readonly set: PolicySet; readonly sent: SentEvents; readonly finder: EventFinder },
): boolean {
  const said = [update.text, update.each, update.value].filter((path) => path !== undefined);
  const rows = sent.events.filter(({ name }) => name === event);
  // Of what the event does not have, nothing is said.
  const isSilent = rows.every(
    ({ fields }) =>
      fields !== undefined && said.some(([root]) => !DERIVED.has(root) && !fields.includes(root ?? "")),
  );
  if (rows.length > 0 && isSilent && said.length > 0 && update.values === undefined) return true;
  const paths = updateTests(update)
    .flatMap(pathsOf)
    .filter(([root]: ReadPath) => !DERIVED.has(root));
  const goals = sentGoals(sent, kindsOf(set).of(event), paths);
  if (goals === undefined) return true;
  const own = updateGoals(update);
  // What no event at all meets is nothing that this sender lacks.
  return finder.refutes(event, [...goals, ...own]) && !finder.refutes(event, own);
}

/** Whether a policy of the set is milder for what is in the cell. */
function letsThrough(set: PolicySet, { name, kind }: MemoryCell): boolean {
  return policiesOf(set).some((policy) => {
    const lets = lettingThrough(policy);
    if (!policy.enabled || lets === undefined || kind === "origins") return false;
    return testsOf(policy).some((ast) =>
      cellTests(ast).some(({ cell, wants }) => cell === name && wants === lets),
    );
  });
}
