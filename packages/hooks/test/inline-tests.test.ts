import {
  Allow,
  Block,
  Input,
  llmGate,
  llmNudge,
  runInlineTests,
  Tool,
  Waiting,
  Warn,
} from "@gatehouse-hooks/hooks";
import { expect, test } from "vitest";
import { record } from "./hook-world.js";

test("inline tests: the filter decides, the model answers that it fires unless the test says otherwise", async () => {
  const gate = llmGate("x", {
    id: "gate",
    message: "stop it",
    events: ["PreToolUse"],
    onlyIf: [Tool("Edit")],
    tests: [
      [Input({ tool: "Edit", file: "a.py" }), Block("^stop")],
      [Input({ tool: "Bash" }), Allow()],
      [Input({ tool: "Edit", answer: { block: false, reasoning: "ok" } }), Allow()],
      [Input({ tool: "Edit" }), Allow()],
      [Input({ tool: "Edit" }), Block("another")],
      [Input({ tool: "Edit", answer: "nonsense" }), Allow()],
    ],
  });
  const nudge = llmNudge("y", {
    id: "nudge",
    message: "read",
    tests: [[Input({ transcript: ["hm"] }), Warn()]],
  });
  const results = await runInlineTests([gate, nudge]);
  expect(results.map(({ hook, test: number, passed }) => `${hook} ${number} ${passed}`)).toEqual([
    "gate 1 true",
    "gate 2 true",
    "gate 3 true",
    "gate 4 false",
    "gate 5 false",
    "gate 6 false",
    "nudge 1 true",
  ]);
  expect(results[3]?.difference).toBe("expected allow, got block");
});

test("Waiting: an agent that was started without a type is waited for until its result is there", () => {
  const call = { name: "Agent", input: { prompt: "x" }, id: "t1" };
  const started = record("assistant", "", [call]);
  const done = { ...record("user", ""), toolResults: ["t1"] };
  const waits = (...records: readonly (typeof started)[]): boolean =>
    Waiting()({ event: { event: "Stop" }, transcript: { records, subagents: [] } });
  expect([waits(started), waits(started, done), waits(started, record("user", "next"))]).toEqual([
    true,
    false,
    false,
  ]);
});
