import { type CellDefinition, compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { createReplay, type ReplayInput } from "@gatehouse-hooks/replay";
import { decideWithMemory, processMemoryStore } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { before, when } from "../../arbitraries/cell-updates.js";
import { assertLaw, isLaterTier } from "../../assert-law.js";

/** Counts of every scope, one of them of the last seconds only, and one that prompts empty. */
const CELLS: readonly CellDefinition[] = [
  { name: "session", kind: "count", on: [before("true")], upTo: 4, until: [{ events: ["prompt"] }] },
  { name: "recent", kind: "count", on: [before("true")], upTo: 3, within: 4000 },
  { name: "agent", kind: "count", scope: "agent", on: [before("true")], upTo: 3 },
  { name: "project", kind: "count", scope: "project", on: [before('params.c == "a"')], upTo: 4 },
  { name: "user", kind: "count", scope: "user", on: [before('params.c == "b"')], upTo: 5 },
  { name: "asked", kind: "flag", on: [{ events: ["after_tool_call"], condition: when("call.asked") }] },
];
const asks = (id: string, text: string, verdict: "deny" | "ask" = "ask") => ({
  id,
  events: ["before_tool_call"],
  condition: when(text),
  handler: { kind: "static", verdict, reason: id } as const,
});
const { set: SET } = compilePolicies({
  memory: CELLS,
  policies: [
    asks("recent", "memory.recent >= 3", "deny"),
    asks("user", "memory.user >= 4", "deny"),
    asks("session", "memory.session >= 3"),
    asks("agent", "memory.agent >= 2"),
    asks("project", "memory.project >= 3"),
    asks("asked", "memory.asked"),
  ],
});

const session = fc.constantFrom("one", "two", "three");
const who = fc.oneof(
  session.map((sessionKey) => ({ sessionKey })),
  session.map((sessionKey) => ({ sessionKey, agent: { id: "helper" } })),
  // A subagent that is a session of its own, and says whose.
  fc.tuple(session, session).map(([sessionKey, parent]) => child(sessionKey, parent)),
  fc.constant({}),
);
const what = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "c").map((c) => toolCall("before_tool_call", c)) },
  { weight: 1, arbitrary: fc.constant(toolCall("after_tool_call", "a")) },
  { weight: 1, arbitrary: fc.constant({ event: "prompt", prompt: "go on" }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("startup", "clear", "resume", "compact")
      .map((source) => ({ event: "session_start", source })),
  },
);
function child(sessionKey: string, parent: string) {
  return { sessionKey, agent: { id: sessionKey, parent } };
}
function toolCall(event: string, c: string): JsonObject {
  return { event, toolName: "Bash", params: { c }, toolCallId: c };
}
const log = fc.array(
  fc.record({ who, what, cwd: fc.constantFrom("/p", "/q"), gap: fc.integer({ min: 0, max: 3000 }) }),
  { minLength: 1, maxLength: 25 },
);

/** A subagent that goes on, of a session of which nothing is known: it has a past. */
const RESUMED = [
  { who: child("two", "one"), what: { event: "session_start", source: "resume" }, cwd: "/p", gap: 0 },
  { who: child("one", "one"), what: toolCall("before_tool_call", "a"), cwd: "/p", gap: 0 },
] as const;

/** How the log is given to a replay: as it is, or broken. */
type Give = (input: ReplayInput) => ReplayInput;

const law = (give: Give) =>
  fc.asyncProperty(log, async (events) => {
    const live: string[] = [];
    const replayed: string[] = [];
    const store = processMemoryStore();
    const replay = createReplay({
      policies: SET,
      each: ({ effect, policy }) => replayed.push(`${effect} ${policy}`),
    });
    let at = 1_000_000;
    for (const { who: of, what: happens, cwd, gap } of events) {
      const given = { ...happens, ...of, cwd };
      const read = readEvent(given);
      if (read.kind === "refused") throw new Error(read.issue.message);
      const { event } = read;
      at += gap;
      const now = at;
      const { effect, policy } = await decideWithMemory(SET, event, { store, now: () => now }, (remembered) =>
        decide(SET, event, new Map(), remembered),
      );
      live.push(`${effect} ${policy}`);
      const place = { path: "log.jsonl", line: replay.line(), offset: 0 };
      replay.add(give({ place, event: given, at, session: null, agent: null, happened: null, live: null }));
    }
    expect(replayed).toEqual(live);
  });

test("memory, fold and replay: a log with its times is decided as it was live, with every scope, subagents and sessions that begin anew", async () => {
  await assertLaw(
    law((input) => input),
    { quick: 30 },
    [[[...RESUMED]]],
  );
});

test.skipIf(isLaterTier()).each<[string, Give]>([
  ["the clock of the wall", (input) => ({ ...input, at: 5 })],
  ["all sessions are one", (input) => ({ ...input, session: "one" })],
])("memory, fold and replay: %s is caught", async (_, give) => {
  await expect(fc.assert(law(give), { numRuns: 2000, endOnFailure: true })).rejects.toThrow();
});
