import {
  compilePolicies,
  decide,
  loadPolicySet,
  type PolicySet,
  savePolicySet,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  memoryBound,
  type MemoryState,
  readMemory,
  reduce,
  remember,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import { createHash } from "node:crypto";
import { CELLS, compiled, lawOf, play, POLICIES, REAL, RUNS, SET, text, told } from "./memory-world.js";
import { testLawOf } from "./test-law.js";

const BESIDE = new WeakMap<MemoryState, MemoryState>();

testLawOf(
  REAL,
  "memory, pure and resumed: a state that was written and read decides and goes on as the other",
  lawOf((subject, events) =>
    play(subject, SET, events).every(({ event, now, old, decision, state }) => {
      const read = readMemory(SET, text(old));
      if (read === null) return false;
      const again = decide(SET, event, new Map(), subject.remember(SET, read, now));
      return (
        text(again) === text(decision) && text(subject.reduce(SET, read, event, again, now)) === text(state)
      );
    }),
  ),
  // What is kept beside the state is lost on the way.
  {
    reduce: (set, state, ...given) => {
      const next = reduce(set, BESIDE.get(state) ?? state, ...given);
      const shown = { ...next, cells: beginMemory(set, 7).cells };
      BESIDE.set(shown, next);
      return shown;
    },
    remember: (set, state, now) => remember(set, BESIDE.get(state) ?? state, now),
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, order: the order of cells and policies changes no decision and no state",
  lawOf((subject, events) => {
    const turned = compiled([...CELLS].reverse(), [...POLICIES].reverse());
    const states = (set: PolicySet) =>
      text(play(subject, set, events).map(({ decision, state }) => [decision.effect, state]));
    return states(SET) === states(turned);
  }),
  // Each update sees what the ones before have made.
  {
    ...REAL,
    reduce: (set, state, ...given) => {
      const cells = set === SET ? CELLS : [...CELLS].reverse();
      const updated = cells.reduce((soFar, { name }) => {
        const { [name]: cell } = reduce(set, soFar, ...given).cells;
        return cell === undefined ? soFar : { ...soFar, cells: { ...soFar.cells, [name]: cell } };
      }, state);
      return { ...reduce(set, state, ...given), cells: updated.cells };
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, bounded: a state is never longer than its declarations say, whatever comes",
  lawOf((subject, events) =>
    play(subject, SET, events).every(({ state }) => text(state).length <= memoryBound(SET)),
  ),
  {
    ...REAL,
    reduce: (set, state, ...given) => {
      const next = reduce(set, state, ...given);
      return { ...next, pending: [...state.pending, "x".repeat(50_000)] };
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, denied: a denied event changes no cell but those that read the decision",
  lawOf((subject, events) =>
    play(subject, SET, events).every(
      ({ decision, old, state }) =>
        decision.effect !== "deny" ||
        CELLS.every(({ name }) => name === "again" || text(old.cells[name]) === text(state.cells[name])),
    ),
  ),
  {
    ...REAL,
    reduce: (set, state, given, decision, now) =>
      reduce(set, state, given, { ...decision, effect: "abstain" }, now),
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, forged: what an event brings under the names of what is derived changes nothing",
  lawOf((subject, events) => {
    const forged = {
      memory: { secret: false, tested: true, calls: 0 },
      decision: { effect: "deny" },
      call: { ok: true, asked: true },
    };
    const plain = play(subject, SET, events);
    return told(plain) === told(play(subject, SET, events, (given) => ({ ...given, ...forged })));
  }),
  {
    ...REAL,
    reduce: (set, state, given, decision, now) =>
      reduce(
        set,
        state,
        given,
        Object.hasOwn(given, "decision") ? { ...decision, effect: "deny" } : decision,
        now,
      ),
  },
  RUNS,
);

const RANK = { allow: 0, abstain: 1, ask: 2, deny: 3 } as const;
testLawOf(
  REAL,
  "memory, unknown is never looser: where nothing is known, a gating event is decided at least as strictly",
  lawOf((subject, events) =>
    play(subject, SET, events).every(({ event, now, decision }) => {
      if (event.event !== "before_tool_call") return true;
      const unknown = subject.remember(SET, unknownMemory(SET, 7), now);
      return RANK[decide(SET, event, new Map(), unknown).effect] >= RANK[decision.effect];
    }),
  ),
  // What is not known is taken for empty.
  {
    ...REAL,
    remember: (set, state, now) =>
      remember(
        set,
        Object.values(state.cells).some(({ unknown }) => unknown) ? beginMemory(set, 7) : state,
        now,
      ),
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, monotone: without `until`, a flag that is set stays set, and so does its cause",
  lawOf((subject, events) =>
    play(subject, SET, events).every(
      ({ old, state }) =>
        old.cells["secret"]?.value === null || text(old.cells["secret"]) === text(state.cells["secret"]),
    ),
  ),
  {
    ...REAL,
    reduce: (set, state, given, decision, now) => {
      const next = reduce(set, state, given, decision, now);
      const { secret } = beginMemory(set, 7).cells;
      return secret !== undefined && decision.effect === "deny"
        ? { ...next, cells: { ...next.cells, secret } }
        : next;
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "memory, replay: folding the events and their decisions gives the states, without deciding again",
  lawOf((subject, events) => {
    const steps = play(subject, SET, events);
    let state = beginMemory(SET, 7);
    return steps.every(({ event, decision, now, state: live }) => {
      state = reduce(SET, state, event, decision, now);
      return text(state) === text(live);
    });
  }),
  {
    ...REAL,
    // The clock of the wall in the reducer.
    reduce: (set, state, given, decision, now) => reduce(set, state, given, decision, now + 1),
  },
  RUNS,
);

const hash = (value: string): string => createHash("sha256").update(value).digest("hex");
const STORED = openPolicyStore(
  storePolicySet(compilePolicies({ policies: POLICIES, memory: CELLS }), { hash, writer: "law" }),
  {
    hash,
    writer: "law",
  },
);
testLawOf(
  REAL,
  "memory, stored: a set that was stored remembers and decides as the one that was compiled",
  lawOf((subject, events) => {
    if (STORED.kind === "refused") return false;
    const portable = loadPolicySet(savePolicySet(SET)).set;
    const all = told(play(REAL, SET, events));
    return (
      all === told(play(subject, portable, events)) && all === told(play(subject, STORED.stored.set, events))
    );
  }),
  { ...REAL, remember: (set, state, now) => remember(set, set === SET ? state : beginMemory(set, 7), now) },
  RUNS,
);
