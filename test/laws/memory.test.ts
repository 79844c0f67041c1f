import {
  type CellDefinition,
  compilePolicies,
  decide,
  type Decision,
  type Event,
  loadPolicySet,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
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
import type { JsonObject } from "@gatehouse-hooks/json";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import fc from "fast-check";
import { createHash } from "node:crypto";
import { type Law, testLawOf } from "./test-law.js";
import { before, when } from "../arbitraries/cell-updates.js";

/** A cell of each kind, with and without everything that bounds it. */
const CELLS: readonly CellDefinition[] = [
  { name: "secret", kind: "flag", on: [before('params.command == "secret"')] },
  {
    name: "tested",
    kind: "flag",
    on: [{ events: ["after_tool_call"], condition: when('call.ok && params.command == "test"') }],
    until: [before('params.command.startsWith("edit")')],
  },
  { name: "pushes", kind: "count", on: [before('params.command == "push"')], upTo: 3, within: 4000 },
  { name: "calls", kind: "count", on: [before("true")], upTo: 8, until: [{ events: ["prompt"] }] },
  {
    name: "again",
    kind: "count",
    on: [before('decision.effect == "deny"')],
    by: [["params"]],
    keys: 3,
    upTo: 4,
  },
  {
    name: "files",
    kind: "set",
    on: [before("true", { add: ["params", "command"] })],
    keep: 4,
    full: "forget",
  },
  { name: "names", kind: "set", on: [before("true", { each: ["params", "list"], add: ["name"] })], keep: 3 },
  {
    name: "edit",
    kind: "last",
    on: [before('params.command.matches("^edit [ab]")', { value: ["params", "command"] })],
  },
  // Reads what another cell was before.
  { name: "sent", kind: "flag", on: [before('memory.secret && params.command == "send"')] },
];

const policy = (id: string, text: string, verdict: "deny" | "ask" | "warn"): PolicyDefinition => ({
  id,
  events: ["before_tool_call"],
  condition: when(text),
  handler: { kind: "static", verdict, reason: id },
});
const POLICIES: readonly PolicyDefinition[] = [
  policy("leak", 'memory.secret && params.command == "send"', "ask"),
  policy("test", '!memory.tested && params.command == "commit"', "deny"),
  policy("pushes", 'memory.pushes >= 2 && params.command == "push"', "deny"),
  policy("calls", "memory.calls >= 7", "deny"),
  policy("again", "memory.again >= 2", "ask"),
  policy("known", '!(params.command in memory.files) && params.command == "edit a"', "deny"),
  policy("names", "memory.names.size() > 2", "warn"),
  policy("no", 'params.command == "no"', "deny"),
];

function compiled(
  memory: readonly CellDefinition[],
  policies: readonly PolicyDefinition[] = POLICIES,
): PolicySet {
  return compilePolicies({ policies, memory }).set;
}
const SET = compiled(CELLS);

/** What a law is about: the real functions, or ones that are broken. */
interface Subject {
  readonly reduce: typeof reduce;
  readonly remember: typeof remember;
}
const REAL: Subject = { reduce, remember };

const COMMANDS = [
  "secret",
  "send",
  "test",
  "edit a",
  "edit b",
  "commit",
  "push",
  "no",
  "x".repeat(400),
  "ls",
];
const event = fc
  .record({
    event: fc.constantFrom("before_tool_call", "before_tool_call", "after_tool_call", "prompt"),
    command: fc.constantFrom(...COMMANDS),
    tool: fc.constantFrom("Bash", "T".repeat(150) + "\u{1f600}"),
    id: fc.constantFrom("1", "2", undefined),
    error: fc.constantFrom(undefined, undefined, "failed"),
    list: fc.array(fc.record({ name: fc.string({ maxLength: 300 }) }), { maxLength: 3 }),
    gap: fc.integer({ min: -5000, max: 5000 }),
  })
  .map(({ event, command, tool, id, error, list, gap }) => ({
    gap,
    given: {
      event,
      toolName: tool,
      params: { command, list },
      ...(id === undefined ? {} : { toolCallId: id }),
      ...(error === undefined ? {} : { error }),
    } satisfies JsonObject,
  }));
const session = fc.array(event, { minLength: 1, maxLength: 20 });
type Session = readonly { readonly gap: number; readonly given: JsonObject }[];

function eventOf(given: JsonObject): Event {
  const read = readEvent(given);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

interface Step {
  readonly event: Event;
  readonly now: number;
  readonly old: MemoryState;
  readonly decision: Decision;
  readonly state: MemoryState;
}

/** The steps of a session. */
function play(
  subject: Subject,
  set: PolicySet,
  events: Session,
  change = (given: JsonObject) => given,
): readonly Step[] {
  let state = beginMemory(set, 7);
  let now = 0;
  return events.map(({ gap, given }) => {
    const event = eventOf(change(given));
    now += gap;
    const old = state;
    const decision = decide(set, event, new Map(), subject.remember(set, old, now));
    state = subject.reduce(set, old, event, decision, now);
    return { event, now, old, decision, state };
  });
}
const text = JSON.stringify;
const told = (steps: readonly Step[]): string => text(steps.map(({ decision, state }) => [decision, state]));
const lawOf =
  (holds: (subject: Subject, events: Session) => boolean): Law<unknown, Subject> =>
  (subject) =>
    fc.property(session, (events) => holds(subject, events));

/** A run is a session of up to twenty events. */
const RUNS = { quick: 40 } as const;

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
  // Each update sees what the ones before have made, in the order of the policies.
  {
    ...REAL,
    reduce: (set, ...given) => {
      const state = reduce(set, ...given);
      return set === SET ? state : { ...state, n: state.n + 1 };
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
