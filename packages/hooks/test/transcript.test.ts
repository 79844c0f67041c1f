import { parseTranscript, readTranscript } from "@gatehouse-hooks/hooks";
import { transcriptTexts } from "../src/listen-for.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

test("lines of a Claude Code transcript", () => {
  const lines = [
    { type: "user", message: { role: "user", content: "fix it" } },
    {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "text", text: "I look" }, { type: "thinking" }] },
    },
    {
      type: "assistant",
      message: {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "a.ts" } }],
      },
    },
    {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "x" }] },
    },
    { type: "user", isMeta: true, message: { role: "user", content: "injected" } },
    { type: "assistant", isSidechain: true, message: { role: "assistant", content: "from a subagent" } },
    { type: "summary", summary: "of the session" },
  ];
  const { records, subagents } = parseTranscript(
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"broken\n`,
  );
  expect(records.map(({ role, text }) => [role, text])).toEqual([
    ["user", "fix it"],
    ["assistant", "I look"],
    ["assistant", ""],
    ["user", ""],
    ["user", ""],
    ["other", ""],
    ["other", ""],
  ]);
  expect(records[2]?.toolCalls).toEqual([{ name: "Read", input: { file_path: "a.ts" }, id: "t1" }]);
  expect(records[3]?.toolResults).toEqual(["t1"]);
  expect(subagents.map(({ text }) => text)).toEqual(["from a subagent"]);
});

test("nothing that a transcript may hold is thrown at", () => {
  assertLaw(
    fc.property(fc.jsonValue(), (value) => {
      const { records } = readTranscript([value as never, { role: "assistant", text: "so" }]);
      expect(records.at(-1)?.text).toBe("so");
      readTranscript(value as never);
    }),
  );
});

test("windows count what somebody said, not records (C8)", () => {
  const call = { type: "assistant", message: { content: [{ type: "tool_use", name: "Bash", input: {} }] } };
  const result = { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "1" }] } };
  const quiet = [call, result, { type: "file-history-snapshot" }, { role: "assistant" }, null];
  const transcript = readTranscript([
    { role: "user", text: "a" },
    ...Array.from({ length: 40 }, () => quiet).flat(),
    { role: "assistant", text: "b" },
    ...quiet,
  ]);
  const texts = (window: number): readonly string[] =>
    transcriptTexts({ event: { event: "Stop" }, transcript }, window);
  expect([texts(0), texts(1), texts(2), texts(9)]).toEqual([[], ["b"], ["a", "b"], ["a", "b"]]);
});
