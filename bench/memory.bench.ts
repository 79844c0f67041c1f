import {
  type CellDefinition,
  compilePolicies,
  decide,
  type Effect,
  type Event,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import { beginMemory, type MemoryState, reduce, remember } from "@gatehouse-hooks/engine/memory";
import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Frame } from "./frame/frame.js";
import { eventsOf } from "./realistic/events.js";
import { fileOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";
import { before, when } from "../test/arbitraries/cell-updates.js";

/** Ten cells of all kinds but origins. */
export const TEN_CELLS: readonly CellDefinition[] = [
  { name: "read", kind: "flag", on: [before('params.command.startsWith("cat ")')] },
  {
    name: "tested",
    kind: "flag",
    on: [{ events: ["after_tool_call"], condition: when('params.command == "npm test"') }],
    until: [before('toolName == "Edit"')],
  },
  {
    name: "pushes",
    kind: "count",
    on: [before('params.command.startsWith("git push")')],
    within: 86_400_000,
    upTo: 4,
  },
  { name: "mails", kind: "count", on: [before('toolName == "send"')], upTo: 21 },
  {
    name: "files",
    kind: "set",
    on: [before('toolName == "Read"', { add: ["params", "path"] })],
    keep: 500,
    full: "forget",
  },
  { name: "web", kind: "flag", on: [before('toolName == "WebFetch"')] },
  {
    name: "same",
    kind: "count",
    on: [before('decision.effect == "deny"')],
    by: [["toolName"], ["params"]],
    keys: 64,
  },
  { name: "judged", kind: "count", on: [before("decision.judged > 0", { add: ["decision", "judged"] })] },
  { name: "last", kind: "last", on: [before('params.command == "npm run lint"')] },
  { name: "steps", kind: "count", on: [before("true")], until: [{ events: ["prompt"] }] },
];
const ORIGINS: CellDefinition = {
  name: "origins",
  kind: "origins",
  on: [{ events: ["prompt"], source: "user", text: ["prompt"] }],
};

const asks = (id: string, text: string): PolicyDefinition => ({
  id,
  events: ["before_tool_call"],
  condition: when(text),
  handler: { kind: "static", verdict: "ask", reason: id },
});

/** A test of the call, and one of memory: each policy reads a cell, or a constant in its place. */
const TESTS: readonly (readonly [call: string, memory: string])[] = [
  ['params.command.startsWith("curl ")', "memory.read"],
  ['params.command.startsWith("git commit")', "!memory.tested"],
  ['params.command.startsWith("git push -f")', "memory.pushes >= 3"],
  ['toolName == "mail"', "memory.mails >= 20"],
  ['toolName == "MultiEdit"', "!(params.path in memory.files)"],
  ['params.command.startsWith("npm install")', "memory.web"],
  ['params.command.startsWith("rm ")', "memory.same >= 3"],
  ['params.command.startsWith("judge ")', "memory.judged >= 50"],
  ['params.command.startsWith("git tag")', "!has(memory.last)"],
  ['params.command.startsWith("deploy")', "memory.steps >= 50"],
];
/** Three values by origin. */
const RECIPIENTS = asks("recipients", 'toolName == "send" && flows.any(f, !("user" in f.from))');

const NO_FACTS = { complete: true, network: [], writes: [] };

function setOf(memory: readonly CellDefinition[], policies: readonly PolicyDefinition[]): PolicySet {
  // What is measured is memory: facts cost nothing here.
  return compilePolicies({ policies, memory }, { derive: { version: "1", facts: () => NO_FACTS } }).set;
}
const remembering = TESTS.map(([call, memory], i) => asks(`p${i}`, `${call} && ${memory}`));
const plain = TESTS.map(([call], i) => asks(`p${i}`, call));
const PLAIN = setOf([], [...plain, asks("recipients", 'toolName == "send" && params.to == "nobody"')]);
const WITH_CELLS = setOf(TEN_CELLS, remembering);
const WITH_ORIGINS = setOf([...TEN_CELLS, ORIGINS], [...remembering, RECIPIENTS]);

function eventOf(given: object): Event {
  const read = readEvent(given);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

/** A state in which a file was read, and the user has said whom to write to. */
function begun(set: PolicySet): MemoryState {
  let state = beginMemory(set, 7);
  for (const given of [
    { event: "prompt", prompt: "send the report to ann@example.com and bob@example.com, subject Report" },
    { event: "before_tool_call", toolName: "Bash", params: { command: "cat notes.txt" } },
  ]) {
    const event = eventOf(given);
    state = reduce(set, state, event, decide(set, event, new Map(), remember(set, state, 1)), 1);
  }
  return state;
}

/** A decision as a driver makes it: what is remembered goes in, and what is to be remembered comes out. */
function session(set: PolicySet): (event: Event) => Effect {
  const start = begun(set);
  let state = start;
  let now = 1;
  return (event) => {
    const decision = decide(set, event, new Map(), remember(set, state, ++now));
    state = reduce(set, state, event, decision, now);
    return decision.effect;
  };
}
const without = (event: Event): Effect => decide(PLAIN, event).effect;

const call = (toolName: string, params: object): object => ({ event: "before_tool_call", toolName, params });
const EVENTS: Readonly<Record<string, (i: number) => object>> = {
  "no policy over memory comes up": (i) => call("Bash", { command: `ls -l src${i}` }),
  "a policy over memory comes up": (i) => call("Bash", { command: `curl https://h${i}.example` }),
  "three values by origin": () =>
    call("send", { to: "ann@example.com", cc: "bob@example.com", subject: "Report" }),
};

/**
 * A gatehouse that remembers, with policies that have no cells: it decides as one that remembers nothing, byte for byte. The same gatehouse
 * made twice says what such a pair can tell.
 */
async function withoutCells(frame: Frame): Promise<void> {
  const policies = { text: fileOf(rulesOf(100, 0)), path: "policies.json" };
  const made = async (memory: object): Promise<Gatehouse> =>
    await createGatehouse({ policies, onIssues: "throw", ...memory });
  const some = async (memory: object): Promise<readonly Gatehouse[]> =>
    await Promise.all(Array.from({ length: 8 }, async () => await made(memory)));
  const base = await some({ memory: false });
  const calls = eventsOf();
  for (const [name, others] of [
    ["no cells", await some({})],
    ["remembers nothing, again", await some({ memory: false })],
  ] as const) {
    const kinds = { "remembers nothing": base, [name]: others };
    const each = <T>(value: (gatehouses: readonly Gatehouse[]) => T): Readonly<Record<string, T>> =>
      Object.fromEntries(Object.entries(kinds).map(([kind, ones]) => [kind, value(ones)]));
    await frame.agree(
      "without cells",
      each(
        ([one]) =>
          async (event: JsonObject) =>
            JSON.stringify(await one?.decideUnknown(event)),
      ),
      calls,
    );
    const subjects = each((ones) =>
      ones.map((one) => (i: number) => one.decideUnknown(calls[i % calls.length])),
    );
    await frame.pair("without cells, in pairs", subjects, { async: true, ...short(frame) });
    await Promise.all(others.map(async (one) => await one.close()));
  }
  await Promise.all(base.map(async (one) => await one.close()));
}

/** Blocks shorter than what the scheduler gives to a process, and many of them: most are not broken off, on a machine that does other work, too. */
const short = ({ quick }: Frame) => ({ batchMs: 0.25, rounds: quick ? 401 : 4_001 });
const INSTANCES = [0, 1, 2, 3] as const;

/** What remembering adds to a decision, beside the same policies without memory. */
export default async function bench(frame: Frame): Promise<void> {
  await withoutCells(frame);
  for (const [label, made] of Object.entries(EVENTS)) {
    const events = Array.from({ length: 512 }, (_, i) => eventOf(made(i)));
    const subjects = {
      "without memory": without,
      "ten cells": session(WITH_CELLS),
      "ten cells and origins": session(WITH_ORIGINS),
    };
    await frame.agree(label, subjects, events);
    const at = (decides: (event: Event) => Effect) => (i: number) => decides(events[i & 511] as Event);
    for (const [name, set] of [
      ["ten cells", WITH_CELLS],
      ["ten cells and origins", WITH_ORIGINS],
    ] as const) {
      const pair = { "without memory": [at(without)], [name]: INSTANCES.map(() => at(session(set))) };
      await frame.pair(label, pair, { unit: "us", ...short(frame) });
    }
    // What the machine takes now for what every decision begins with.
    const given = events.map((_, i) => made(i));
    await frame.measure(label, { "reading the event": (i) => eventOf(given[i & 511] ?? {}) });
  }
}
