import { type CellDefinition, compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { beginMemory, memoryBound, type MemoryState, reduce, remember } from "@gatehouse-hooks/engine/memory";
import type { JsonObject } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { TEN_CELLS } from "../../bench/memory.bench.js";
import { before, when } from "../arbitraries/cell-updates.js";
import { lawRuns } from "../assert-law.js";

const policies = [
  {
    id: "no",
    events: ["before_tool_call"],
    condition: when('params.command.startsWith("no")'),
    handler: { kind: "static", verdict: "deny", reason: "no" } as const,
  },
];

/** The states of a session, each event at its time. */
function* states(
  memory: readonly CellDefinition[],
  events: Iterable<readonly [command: string, now: number, more?: JsonObject]>,
): Generator<MemoryState, void, undefined> {
  const { set } = compilePolicies({ policies, memory });
  let state = beginMemory(set, 7);
  for (const [command, now, more = {}] of events) {
    const given = {
      event: "before_tool_call",
      toolName: "Read",
      params: { command, path: command, ...more },
    };
    const read = readEvent(given);
    if (read.kind === "refused") throw new Error(read.issue.message);
    const decision = decide(set, read.event, new Map(), remember(set, state, now));
    yield (state = reduce(set, state, read.event, decision, now));
  }
}

const valuesOf = (cell: CellDefinition, events: Parameters<typeof states>[1]) =>
  [...states([cell], events)].map(({ cells }) => cells[cell.name]?.value);

test("the smallest bounds: a count of one, a set of one, one value that is counted", () => {
  const each = { name: "c", on: [before('params.command != "ls"')] };
  const calls = [
    ["a", 1],
    ["b", 2],
    ["a", 3],
    ["ls", 4],
  ] as const;
  expect(valuesOf({ ...each, kind: "count", upTo: 1 }, calls)).toEqual([1, 1, 1, 1]);
  expect(valuesOf({ ...each, kind: "count", upTo: 1, within: 2 }, calls)).toEqual([[1], [2], [3], [3]]);
  const set = { ...each, kind: "set" as const, on: [before("true", { add: ["params", "command"] })] };
  expect(valuesOf({ ...set, keep: 1, full: "forget" }, calls)).toEqual([["a"], ["b"], ["a"], ["ls"]]);
  const by = { ...each, kind: "count" as const, by: [["params", "command"]], keys: 1 };
  expect(valuesOf(by, calls).map((one) => JSON.stringify(one).replace(/"[^"]*"/, "key"))).toEqual(
    Array.from({ length: 4 }, () => "{key:1}"),
  );
});

test("time that goes back does not: what was counted within a window stays counted", () => {
  const cell: CellDefinition = { name: "c", kind: "count", on: [before("true")], upTo: 9, within: 100 };
  const all = [
    ...states(
      [cell],
      [
        ["a", 1000],
        ["a", 10],
        ["a", 1050],
        ["a", 1101],
      ],
    ),
  ];
  expect(all.map(({ at }) => at)).toEqual([1000, 1000, 1050, 1101]);
  expect(all.map(({ cells }) => cells["c"]?.value)).toEqual([
    [1000],
    [1000, 1000],
    [1000, 1000, 1050],
    [1050, 1101],
  ]);
});

test("a condition that runs out of its budget makes the cell unknown, not empty", () => {
  const list = Array.from({ length: 400 }, (_, i) => i);
  const slow = before("params.list.all(a, params.list.all(b, params.list.all(c, a + b + c >= 0)))");
  const [state] = states([{ name: "c", kind: "flag", on: [slow] }], [["a", 1, { list }]]);
  expect(state?.cells["c"]).toMatchObject({ unknown: true });
});

test("ten cells after 10,000 events, each with other values: not longer than 12,000 characters, and never than their bound", () => {
  const { set } = compilePolicies({ policies, memory: TEN_CELLS });
  const events = Array.from({ length: lawRuns({ quick: 10_000, full: 1_000_000 }) }, (_, i) => {
    const command = ["no", "cat ", "git push", "npm run lint", "x"][i % 5] ?? "";
    return [`${command}${i}`, i * 1000] as const;
  });
  let longest = 0;
  let n = 0;
  for (const state of states(TEN_CELLS, events))
    if (++n % 500 === 0) longest = Math.max(longest, JSON.stringify(state).length);
  expect(longest).toBeLessThanOrEqual(12_000);
  expect(longest).toBeLessThanOrEqual(memoryBound(set));
});
