import { type CellDefinition, decide, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { type MemoryState, remember } from "@gatehouse-hooks/engine/memory";
import { before, when } from "../arbitraries/cell-updates.js";
import { CELLS, compiled, lawOf, play, POLICIES, REAL, RUNS, SET, text } from "./memory-world.js";
import { testLawOf } from "./test-law.js";

/** What the organisation remembers, and asks for. */
const ENFORCED_CELLS = CELLS.map((cell): CellDefinition => ({ ...cell, tier: "enforced" }));
const ENFORCED = POLICIES.map((policy): PolicyDefinition => ({ ...policy, tier: "enforced" }));
/** What a project writes: cells of the same names that are set by other events, and a policy that makes more questions. */
const PROJECTS: readonly CellDefinition[] = [
  ...CELLS.slice(0, 4).map((cell): CellDefinition => ({ ...cell, tier: "project", until: [before("true")] })),
  { name: "mine", kind: "flag", tier: "project", on: [before("memory.calls > 1")] },
];
const OF_PROJECT: PolicyDefinition = {
  id: "mine",
  tier: "project",
  events: ["before_tool_call"],
  condition: when("memory.mine"),
  handler: { kind: "static", verdict: "warn", reason: "seen" },
};
const ALONE = compiled(ENFORCED_CELLS, ENFORCED);
const BESIDE_A_PROJECT = compiled([...ENFORCED_CELLS, ...PROJECTS], [...ENFORCED, OF_PROJECT]);

testLawOf(
  REAL,
  "memory, tier: whatever a project declares, the cells of the organisation have the same values, and its policies decide the same",
  lawOf((subject, events) => {
    const beside = play(subject, BESIDE_A_PROJECT, events);
    return play(subject, ALONE, events).every(({ state, decision }, i) => {
      const other = beside[i];
      return (
        other?.decision.effect === decision.effect &&
        CELLS.every(({ name }) => text(other.state.cells[name]) === text(state.cells[name]))
      );
    });
  }),
  // A name is one cell, whoever writes it.
  {
    ...REAL,
    reduce: (set, state, ...given) =>
      REAL.reduce(set === BESIDE_A_PROJECT ? compiled(PROJECTS, []) : set, state, ...given),
  },
  RUNS,
);

/** Cells that no policy reads, one of each kind. */
const UNREAD = CELLS.map((cell): CellDefinition => ({ ...cell, name: `x${cell.name}` }));
const WITH_UNREAD = compiled([...CELLS, ...UNREAD]);

testLawOf(
  REAL,
  "memory, projection: cells that no policy reads change no decision, and no other cell",
  lawOf((subject, events) => {
    const beside = play(subject, WITH_UNREAD, events);
    return play(subject, SET, events).every(({ state, decision }, i) => {
      const other = beside[i];
      return (
        text(other?.decision) === text(decision) &&
        CELLS.every(({ name }) => text(other?.state.cells[name]) === text(state.cells[name]))
      );
    });
  }),
  // One cell that is not known makes the whole memory unknown.
  {
    ...REAL,
    remember: (set, state, now) => {
      const real = remember(set, state, now);
      const isLost = Object.values(state.cells).filter(({ unknown }) => unknown).length > 1;
      return isLost ? { ...real, read: () => null } : real;
    },
  },
  RUNS,
);

const RANK = { allow: 0, abstain: 1, ask: 2, deny: 3 } as const;
const KNOWN = compiled(
  CELLS.filter(({ name }) => name === "files"),
  POLICIES.filter(({ id }) => id === "known"),
);

/** A state whose set of files has lost its oldest ones. */
function withoutOldest(state: MemoryState, gone: number): MemoryState {
  const { files } = state.cells;
  if (files === undefined || !Array.isArray(files.value)) return state;
  return { ...state, cells: { ...state.cells, files: { ...files, value: files.value.slice(gone) } } };
}

testLawOf(
  REAL,
  "memory, forgetting is distrust: what lets through with `full: forget` lets no more through when some of it is gone",
  lawOf((subject, events) =>
    play(subject, KNOWN, events).every(({ event, now, old, decision }) =>
      [1, 2, 4].every((gone) => {
        const less = subject.remember(KNOWN, withoutOldest(old, gone), now);
        return RANK[decide(KNOWN, event, new Map(), less).effect] >= RANK[decision.effect];
      }),
    ),
  ),
  // An empty set is taken for one of everything.
  {
    ...REAL,
    remember: (set, state, now) => {
      const real = remember(set, state, now);
      const { value } = state.cells["files"] ?? {};
      const all = { value: ["edit a"] };
      return Array.isArray(value) && value.length === 0 ? { ...real, read: () => all } : real;
    },
  },
  RUNS,
);
