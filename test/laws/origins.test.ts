import { condition } from "@gatehouse-hooks/condition";
import {
  type CellDefinition,
  compilePolicies,
  decide,
  type Decision,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  memoryBound,
  type MemoryState,
  readMemory,
  reduce,
  remember,
} from "@gatehouse-hooks/engine/memory";
import { isList, type JsonObject, lookup } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { type Law, testLawOf } from "./test-law.js";

const derive = { version: "1", facts: () => ({ complete: true }) };

/** The user's words, a directory with fields, and what people have said yes to. */
const ORIGINS: CellDefinition = {
  name: "origins",
  kind: "origins",
  tier: "enforced",
  keep: 64,
  on: [
    { events: ["prompt"], source: "user", text: ["prompt"] },
    {
      events: ["after_tool_call"],
      source: "directory",
      each: ["result", "people"],
      fields: [["address"]],
    },
    {
      events: ["after_tool_call"],
      source: "named",
      each: ["result", "people"],
      fields: [["address"]],
      if: { fields: [["name"]], from: ["user"] },
    },
  ],
};
/** Of the project: believes everything, also under the names of others. */
const PROJECTS: CellDefinition = {
  name: "all",
  kind: "origins",
  tier: "project",
  on: [{ events: ["after_tool_call"], source: "web", text: ["result"] }],
};
const MORE: CellDefinition = {
  ...PROJECTS,
  name: "more",
  tier: "enforced",
  on: [{ events: ["prompt"], source: "more", text: ["prompt"] }],
};
const POLICIES: readonly PolicyDefinition[] = [
  {
    id: "stranger",
    tier: "enforced",
    events: ["before_tool_call"],
    condition: condition('flows.any(f, f.param == "to" && !("user" in f.from) && !("directory" in f.from))')
      .condition,
    handler: { kind: "static", verdict: "ask", reason: "nobody has named this recipient" },
  },
];
function compiled(memory: readonly CellDefinition[]): PolicySet {
  return compilePolicies({ policies: POLICIES, memory }, { derive }).set;
}
const SET = compiled([ORIGINS]);
const WIDE = compiled([{ ...ORIGINS, keep: 4096 }]);
const WITH_PROJECT = compiled([ORIGINS, PROJECTS]);
const WITH_MORE = compiled([ORIGINS, MORE]);

/** Words that are nearly others: of another width, another alphabet, a part, a longer one. */
const WORDS = [
  "ann@example.com",
  "ａnn@example.com",
  "аnn@example.com",
  "ann@example.com.evil.example",
  "bob",
  "bob@example.com",
  "example.com",
  "Kelvin",
  "\u212aelvin",
  "7",
  "the",
];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
const event = fc.oneof(
  words.map((said) => ({ kind: "prompt" as const, said })),
  fc
    .array(fc.record({ name: words, address: fc.constantFrom(...WORDS) }), { maxLength: 3 })
    .map((people) => ({ kind: "result" as const, people })),
  words.map((said) => ({ kind: "call" as const, said })),
);
const session = fc.array(event, { minLength: 1, maxLength: 12 });
type Session = readonly (typeof event extends fc.Arbitrary<infer T> ? T : never)[];

interface Subject {
  readonly reduce: typeof reduce;
  readonly remember: typeof remember;
  readonly decide: typeof decide;
}
const REAL: Subject = { reduce, remember, decide };

function eventOf(given: JsonObject): Event {
  const read = readEvent(given);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

function given(one: Session[number]): Event {
  if (one.kind === "prompt") return eventOf({ event: "prompt", prompt: one.said.join(", ") });
  if (one.kind === "call")
    return eventOf({ event: "before_tool_call", toolName: "send", params: { to: one.said.join(" ") } });
  const people = one.people.map(({ name, address }) => ({ name: name.join(" "), address }));
  return eventOf({ event: "after_tool_call", toolName: "people", params: {}, result: { people } });
}

interface Step {
  readonly one: Session[number];
  readonly event: Event;
  readonly old: MemoryState;
  readonly decision: Decision;
  readonly state: MemoryState;
}

function play(subject: Subject, set: PolicySet, events: Session): readonly Step[] {
  let state = beginMemory(set, 7);
  return events.map((one) => {
    const made = given(one);
    const old = state;
    const decision = subject.decide(set, made, new Map(), subject.remember(set, old, 0));
    state = subject.reduce(set, old, made, decision, 0);
    return { one, event: made, old, decision, state };
  });
}

/** The sources of the recipient of a call. */
function fromOf(subject: Subject, set: PolicySet, state: MemoryState, event: Event): readonly string[] {
  const flows = subject.remember(set, state, 0).flows(event, "enforced", event);
  const from = lookup(lookup(flows ?? [], 0), "from");
  return Array.isArray(from) ? from.filter((one) => typeof one === "string") : [];
}

const small = (word: string): string => word.replaceAll(/[A-Z]/g, (one) => one.toLowerCase());
function pairs(all: readonly string[]): ReadonlySet<string> {
  const each = all.map(small);
  return new Set([...each, ...each.slice(1).map((word, i) => `${each[i] ?? ""} ${word}`)]);
}
function demanded(all: readonly string[]): readonly string[] {
  return all.length === 1 ? all.map(small) : [...pairs(all)].filter((one) => one.includes(" "));
}

const lawOf =
  (holds: (subject: Subject, events: Session) => boolean): Law<unknown, Subject> =>
  (subject) =>
    fc.property(session, (events) => holds(subject, events));
const RUNS = { quick: 40 } as const;
const text = JSON.stringify;

testLawOf(
  REAL,
  "origins, only from texts: a value is from a source if, and only if, each two of its words stand beside each other in a text of that source",
  lawOf((subject, events) => {
    const user = new Set<string>();
    const directory = new Set<string>();
    return play(subject, WIDE, events).every(({ one, event: made, old }) => {
      if (one.kind === "prompt") for (const mark of pairs(one.said)) user.add(mark);
      if (one.kind === "result") for (const { address } of one.people) directory.add(small(address));
      if (one.kind !== "call") return true;
      const from = fromOf(subject, WIDE, old, made);
      const has = (known: ReadonlySet<string>): boolean =>
        demanded(one.said).every((mark) => known.has(mark));
      return from.includes("user") === has(user) && from.includes("directory") === has(directory);
    });
  }),
  // Letters of another width are the same.
  {
    ...REAL,
    reduce: (set, state, made, ...others) => {
      const prompt = lookup(made, "prompt");
      const folded =
        typeof prompt === "string" ? eventOf({ ...made, prompt: prompt.normalize("NFKC") }) : made;
      return reduce(set, state, folded, ...others);
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "origins, forgetting is distrust: a state that has lost marks has no value from more sources, and decides at least as strictly",
  lawOf((subject, events) =>
    play(subject, SET, events).every(({ one, event: made, old }) => {
      const cell = old.cells["origins"];
      if (one.kind !== "call" || cell === undefined || !Array.isArray(cell.value)) return true;
      const before = fromOf(subject, SET, old, made);
      return [1, 2, 5].every((gone) => {
        const value = Array.isArray(cell.value) ? cell.value.slice(gone) : [];
        const less = { ...old, cells: { ...old.cells, origins: { ...cell, value } } };
        return fromOf(subject, SET, less, made).every((source) => before.includes(source));
      });
    }),
  ),
  // What is not known is from the user.
  {
    ...REAL,
    remember: (set, state, now) => {
      const real = remember(set, state, now);
      const marks = state.cells["origins"]?.value;
      const few = Array.isArray(marks) && marks.length % 3 === 1;
      return few ? { ...real, flows: () => [{ param: "to", from: ["user"] }] } : real;
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "origins, tier: what a lower tier believes changes nothing for a higher one",
  lawOf((subject, events) => {
    const alone = play(subject, SET, events);
    const beside = play(subject, WITH_PROJECT, events);
    return alone.every(({ event: made, old, decision }, i) => {
      const other = beside[i];
      return (
        other !== undefined &&
        text(other.decision) === text(decision) &&
        text(fromOf(subject, WITH_PROJECT, other.old, made)) === text(fromOf(subject, SET, old, made))
      );
    });
  }),
  {
    ...REAL,
    remember: (set, state, now) => {
      const real = remember(set, state, now);
      return { ...real, flows: (made, _tier, derived) => real.flows(made, "project", derived) };
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "origins, if: a source that counts only where a name is the user's gives nothing whose name the user has not said before",
  lawOf((subject, events) => {
    const said = new Set<string>();
    const named = new Set<string>();
    return play(subject, SET, events).every(({ one, event: made, old }) => {
      if (one.kind === "result")
        for (const { name, address } of one.people)
          if (partsOf(name).some((part) => said.has(part))) named.add(small(address));
      if (one.kind === "prompt") for (const word of partsOf(one.said)) said.add(word);
      if (one.kind !== "call" || one.said.length > 1) return true;
      return !fromOf(subject, SET, old, made).includes("named") || named.has(small(one.said[0] ?? ""));
    });
  }),
  // The condition is not asked.
  {
    ...REAL,
    reduce: (set, state, made, ...others) => {
      const people = lookup(lookup(made, "result"), "people");
      const all = isList(people)
        ? people.map((one) => ({ address: lookup(one, "address") ?? "", name: WORDS.join(" ") }))
        : undefined;
      return reduce(
        set,
        state,
        all === undefined ? made : eventOf({ ...made, result: { people: all } }),
        ...others,
      );
    },
  },
  RUNS,
);

/** The words, and the parts that a name may share with them. */
function partsOf(all: readonly string[]): readonly string[] {
  return all.flatMap((word) => [small(word), ...small(word).split(/[^\p{L}\p{N}]+/u)]);
}

testLawOf(
  REAL,
  "origins, bounded and resumed: a state is never longer than its declarations say, and one that was written and read goes on as the other",
  lawOf((subject, events) =>
    play(subject, SET, events).every(({ event: made, old, decision, state }) => {
      const read = readMemory(SET, text(old));
      if (read === null || text(state).length > memoryBound(SET)) return false;
      return text(subject.reduce(SET, read, made, decision, 0)) === text(state);
    }),
  ),
  {
    ...REAL,
    reduce: (set, state, ...others) => {
      const next = reduce(set, state, ...others);
      const cell = next.cells["origins"];
      if (cell === undefined || !isList(cell.value)) return next;
      return {
        ...next,
        cells: { ...next.cells, origins: { ...cell, value: [...cell.value, "x".repeat(4000)] } },
      };
    },
  },
  RUNS,
);

testLawOf(
  REAL,
  "origins, projection: sources that no policy reads change no decision",
  lawOf((subject, events) => {
    const decisions = (set: PolicySet) => text(play(subject, set, events).map(({ decision }) => decision));
    return decisions(SET) === decisions(WITH_MORE);
  }),
  {
    ...REAL,
    remember: (set, state, now) => {
      const real = remember(set, state, now);
      return Object.hasOwn(state.cells, "more") ? { ...real, flows: () => null } : real;
    },
  },
  RUNS,
);

const NOTHING = compilePolicies({
  policies: [
    {
      id: "own",
      events: ["before_tool_call"],
      condition: condition('flows == "x" || params.to == "bob"').condition,
      handler: { kind: "static", verdict: "deny", reason: "no" },
    },
  ],
}).set;
testLawOf(
  REAL,
  "origins, no memory, no change: a set that declares no cell decides the same with a state and without",
  lawOf((subject, events) =>
    events.every((one) => {
      const made = given(one);
      const state = beginMemory(NOTHING, 7);
      const decision = subject.decide(NOTHING, made, new Map(), subject.remember(NOTHING, state, 0));
      return text(decision) === text(decide(NOTHING, made));
    }),
  ),
  {
    ...REAL,
    decide: (...args) => {
      const decision = decide(...args);
      return { ...decision, trace: decision.trace.map((entry) => ({ ...entry, memory: [] })) };
    },
  },
  RUNS,
);
