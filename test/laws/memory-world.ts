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
import { beginMemory, type MemoryState, reduce, remember } from "@gatehouse-hooks/engine/memory";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import type { Law } from "./test-law.js";
import { before, when } from "../arbitraries/cell-updates.js";

/** A cell of each kind, with and without everything that bounds it. */
export const CELLS: readonly CellDefinition[] = [
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
  // Reads what another cell was before, also when that one changes by the same event.
  { name: "sent", kind: "flag", on: [before('memory.secret && params.command.startsWith("se")')] },
];

const policy = (id: string, text: string, verdict: "deny" | "ask" | "warn"): PolicyDefinition => ({
  id,
  events: ["before_tool_call"],
  condition: when(text),
  handler: { kind: "static", verdict, reason: id },
});
export const POLICIES: readonly PolicyDefinition[] = [
  policy("leak", 'memory.secret && params.command == "send"', "ask"),
  policy("test", '!memory.tested && params.command == "commit"', "deny"),
  policy("pushes", 'memory.pushes >= 2 && params.command == "push"', "deny"),
  policy("calls", "memory.calls >= 7", "deny"),
  policy("again", "memory.again >= 2", "ask"),
  policy("known", '!(params.command in memory.files) && params.command == "edit a"', "deny"),
  policy("names", "memory.names.size() > 2", "warn"),
  policy("no", 'params.command == "no"', "deny"),
];

export function compiled(
  memory: readonly CellDefinition[],
  policies: readonly PolicyDefinition[] = POLICIES,
): PolicySet {
  return compilePolicies({ policies, memory }).set;
}
export const SET = compiled(CELLS);

/** What a law is about: the real functions, or ones that are broken. */
export interface Subject {
  readonly reduce: typeof reduce;
  readonly remember: typeof remember;
}
export const REAL: Subject = { reduce, remember };

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
export const session = fc.array(event, { minLength: 1, maxLength: 20 });
export type Session = readonly { readonly gap: number; readonly given: JsonObject }[];

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
export function play(
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
export const text = JSON.stringify;
export const told = (steps: readonly Step[]): string =>
  text(steps.map(({ decision, state }) => [decision, state]));
export const lawOf =
  (holds: (subject: Subject, events: Session) => boolean): Law<unknown, Subject> =>
  (subject) =>
    fc.property(session, (events) => holds(subject, events));

/** A run is a session of up to twenty events. */
export const RUNS = { quick: 40 } as const;
