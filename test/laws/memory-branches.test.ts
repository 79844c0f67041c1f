import { type CellDefinition, compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import {
  beginMemory,
  forkMemory,
  joinMemory,
  type MemoryState,
  reduce,
  remember,
} from "@gatehouse-hooks/engine/memory";
import fc from "fast-check";
import { type Law, testLawOf } from "./test-law.js";
import { before } from "../arbitraries/cell-updates.js";

/** A cell of each kind; the first ones are never emptied. */
const LASTING: readonly CellDefinition[] = [
  { name: "secret", kind: "flag", on: [before('params.c == "secret"')] },
  { name: "calls", kind: "count", on: [before("true")], upTo: 6 },
  { name: "recent", kind: "count", on: [before('params.c == "a"')], upTo: 3, within: 40_000 },
  { name: "same", kind: "count", on: [before("true")], by: [["params"]], keys: 3, upTo: 4 },
  { name: "files", kind: "set", on: [before("true", { add: ["params", "c"] })], keep: 4, full: "forget" },
  { name: "known", kind: "set", on: [before("true", { add: ["params", "c"] })], keep: 4 },
  { name: "last", kind: "last", on: [before('params.c != "ls"', { value: ["params", "c"] })] },
  {
    name: "sources",
    kind: "origins",
    on: [
      { events: ["prompt"], source: "user", text: ["prompt"] },
      { events: ["before_tool_call"], source: "call", text: ["params"] },
    ],
    keep: 12,
  },
];
const EMPTIED: readonly CellDefinition[] = [
  { name: "tested", kind: "flag", on: [before('params.c == "a"')], until: [before('params.c == "b"')] },
  { name: "turn", kind: "count", on: [before("true")], until: [{ events: ["prompt"] }] },
];
const OWN: CellDefinition = { name: "own", kind: "count", scope: "agent", on: [before("true")] };
const { set: SET } = compilePolicies({ policies: [], memory: [...LASTING, ...EMPTIED, OWN] });

const events = fc.array(
  fc.oneof(
    fc.constantFrom("a", "b", "c", "d", "ls", "secret").map((c) => ({
      event: "before_tool_call",
      toolName: "Bash",
      params: { c },
    })),
    fc.constantFrom("one two", "three").map((prompt) => ({ event: "prompt", prompt })),
  ),
  { maxLength: 8 },
);
type Events = readonly Readonly<Record<string, unknown>>[];

/** A state after some more events, one each second. */
function play(start: MemoryState, given: Events, step: number = 1000): MemoryState {
  let state = start;
  for (const one of given) {
    const read = readEvent(one);
    if (read.kind === "refused") throw new Error(read.issue.message);
    const now = state.at + step;
    state = reduce(
      SET,
      state,
      read.event,
      decide(SET, read.event, new Map(), remember(SET, state, now)),
      now,
    );
  }
  return state;
}

interface Subject {
  readonly fork: typeof forkMemory;
  readonly join: typeof joinMemory;
}
const REAL: Subject = { fork: forkMemory, join: joinMemory };
const text = JSON.stringify;
const RUNS = { quick: 60 } as const;

/** A parent before its subagent, and the two after it. */
interface Branches {
  readonly begun: MemoryState;
  readonly parent: MemoryState;
  readonly child: MemoryState;
}
const lawOf =
  (holds: (subject: Subject, branches: Branches) => boolean): Law<unknown, Subject> =>
  (subject) =>
    fc.property(events, events, events, (first, second, third) => {
      const begun = play(beginMemory(SET, 7), first);
      // Never two events at one time.
      const parent = play(begun, second, 1100);
      return holds(subject, { begun, parent, child: play(subject.fork(SET, begun), third, 1003) });
    });

const cellsOf = (state: MemoryState, names: readonly CellDefinition[]): string =>
  text(names.map(({ name }) => state.cells[name]));

testLawOf(
  REAL,
  "memory, fork: a subagent begins with what its parent remembers, but for cells of an agent, and what it does changes nothing there",
  lawOf(({ fork }, { begun }) => {
    const told = text(begun);
    const forked = fork(SET, begun);
    play(forked, [{ event: "before_tool_call", toolName: "Bash", params: { c: "secret" } }]);
    const all = [...LASTING, ...EMPTIED];
    return (
      cellsOf(forked, all) === cellsOf(begun, all) && forked.cells["own"]?.value === 0 && text(begun) === told
    );
  }),
  // It begins with nothing.
  { ...REAL, fork: (set, { key }) => beginMemory(set, key) },
  RUNS,
);

testLawOf(
  REAL,
  "memory, join: the order of the two means nothing, and joining again adds nothing, where no event empties a cell",
  lawOf(({ join }, { parent, child }) => {
    const both = join(SET, parent, child);
    return (
      cellsOf(both, LASTING) === cellsOf(join(SET, child, parent), LASTING) &&
      cellsOf(join(SET, both, child), LASTING) === cellsOf(both, LASTING) &&
      cellsOf(join(SET, both, parent), LASTING) === cellsOf(both, LASTING)
    );
  }),
  // The last one wins.
  { ...REAL, join: (_, __, child) => child },
  RUNS,
);

/** Whether what is in a cell is in the other, too, or that is not known. */
function isIn(name: string, one: MemoryState, both: MemoryState): boolean {
  const [mine, all] = [one.cells[name], both.cells[name]];
  if (mine === undefined || all === undefined) return false;
  if (all.unknown === true) return true;
  if (mine.unknown === true) return false;
  const [value, whole] = [mine.value, all.value];
  if (value === null || value === true) return value === null || whole === true || typeof whole === "object";
  if (typeof value === "number") return Number(whole) >= value;
  if (name === "same" || name === "last" || name === "files" || name === "sources") return true;
  if (!Array.isArray(value) || !Array.isArray(whole)) return false;
  return whole.length >= value.length && (name === "recent" || value.every((item) => whole.includes(item)));
}

testLawOf(
  REAL,
  "memory, join: what either has seen is in it, or is not known, where no event empties a cell and nothing is forgotten",
  lawOf(({ join }, { parent, child }) => {
    const both = join(SET, parent, child);
    return LASTING.every(({ name }) => isIn(name, parent, both) && isIn(name, child, both));
  }),
  { ...REAL, join: (set, parent) => joinMemory(set, parent, beginMemory(set, parent.key)) },
  RUNS,
);

testLawOf(
  REAL,
  "memory, join: where only the subagent has done something, a flag is as the subagent left it, also where it was emptied",
  lawOf(({ join }, { begun, child }) => {
    const { cells } = join(SET, begun, child);
    return (
      (cells["tested"]?.value === null) === (child.cells["tested"]?.value === null) &&
      Number(cells["turn"]?.value) >= Number(child.cells["turn"]?.value) &&
      text(cells["own"]) === text(begun.cells["own"])
    );
  }),
  // Set in either is set.
  {
    ...REAL,
    join: (set, parent, child) => {
      const both = joinMemory(set, parent, child);
      const { tested } = parent.cells;
      return tested?.value === true ? { ...both, cells: { ...both.cells, tested } } : both;
    },
  },
  RUNS,
);
