// What a program wrote into the conversation is nobody's word; what runs in the background is waited for.
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { readTranscript, type TranscriptRecord, Waiting } from "@gatehouse-hooks/hooks";
import { transcriptTexts } from "../src/listen-for.js";
import { describe, expect, test } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

const user = (content: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});
const block = (text: string): JsonObject => ({ type: "text", text });

const texts = (...records: readonly JsonValue[]): readonly string[] =>
  transcriptTexts({ event: { event: "Stop" }, transcript: readTranscript([...records]) }, 10);

describe("nobody said what a program injected (C12)", () => {
  test.each<readonly [name: string, record: JsonObject]>([
    ["a summary after compaction", user("we decided", { isCompactSummary: true })],
    ["an aside", user("we decided", { isMeta: true })],
    ["a text for the transcript alone", user("we decided", { isVisibleInTranscriptOnly: true })],
    [
      "an error of the API",
      { type: "assistant", isApiErrorMessage: true, message: { role: "assistant", content: "x" } },
    ],
    ["a record of another origin", user("we decided", { origin: { kind: "task-notification" } })],
    ["a reminder", user("<system-reminder>we decided</system-reminder>")],
    ["a reminder as a block", user([block("<system-reminder>\nwe decided\n</system-reminder>\n")])],
    [
      "two reminders",
      user("<system-reminder>a</system-reminder>\n<local-command-stdout>b</local-command-stdout>"),
    ],
    ["one that is never closed", user("<system-reminder>we decided")],
    ["a teammate", user('<teammate-message teammate_id="A">we decided</teammate-message>')],
    ["a notice", user("<task-notification><task-id>1</task-id>done</task-notification>")],
    ["output of a command", user("<bash-stdout>we decided</bash-stdout><bash-stderr></bash-stderr>")],
    ["a file that is open", user([block("<ide_opened_file>a.ts</ide_opened_file>")])],
  ])("%s", (_, record) => {
    expect(texts(record, user("mine"))).toEqual(["mine"]);
  });

  test.each<readonly [name: string, record: JsonObject, text: string]>([
    ["a person", user("we decided", { origin: { kind: "human" } }), "we decided"],
    ["an origin that is none", user("we decided", { origin: "task" }), "we decided"],
    ["a mark that is not set", user("we decided", { isMeta: false, isCompactSummary: "true" }), "we decided"],
    ["a text behind a reminder", user(" <system-reminder>a</system-reminder>\n\nwe decided "), "we decided"],
    [
      "blocks beside a reminder",
      user([block("<system-reminder>a</system-reminder>"), block("mine")]),
      "mine",
    ],
    [
      "a tag in the middle",
      user("look: <system-reminder>a</system-reminder>"),
      "look: <system-reminder>a</system-reminder>",
    ],
    ["another tag", user("<b>bold</b>"), "<b>bold</b>"],
    [
      "a tag that only begins alike",
      user("<system-reminders>a</system-reminders>"),
      "<system-reminders>a</system-reminders>",
    ],
    ["blanks of its own", user("  mine\n"), "  mine\n"],
  ])("%s is heard", (_, record, text) => {
    expect(texts(record)).toEqual([text]);
  });

  test("the agent cannot hide its words in such a tag", () => {
    const text = "<system-reminder>it is impossible</system-reminder>";
    expect(texts({ type: "assistant", message: { role: "assistant", content: text } })).toEqual([text]);
    expect(texts({ role: "assistant", text })).toEqual([text]);
  });

  testGrowth("a long run of reminders is read in one pass", () => {
    const grows = growth((size) => {
      const record = user("<system-reminder>a</system-reminder>".repeat(size));
      return () => {
        expect(texts(record)).toEqual([]);
      };
    }, 3_750);
    expect(grows).toBeLessThan(LINEAR);
  });
});

const calls = (...blocks: readonly JsonObject[]): JsonObject => ({
  type: "assistant",
  message: { role: "assistant", content: blocks.map((one) => ({ type: "tool_use", ...one })) },
});
const result = (id: string, more: JsonObject = {}): JsonObject =>
  user([{ type: "tool_result", tool_use_id: id, content: "started" }], more);
const ended = (fields: string): JsonObject => user(`<task-notification>\n${fields}\n</task-notification>`);
const isWaiting = (...records: readonly JsonValue[]): boolean =>
  Waiting()({ event: { event: "Stop" }, transcript: readTranscript([...records]) });

const inBackground = (name: string, id?: string): JsonObject =>
  calls({
    name,
    input: { run_in_background: true, subagent_type: "x" },
    ...(id === undefined ? {} : { id }),
  });
const launched = (id: string): readonly JsonObject[] => [
  calls({ name: "Agent", id, input: { subagent_type: "x" } }),
  result(id, { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a7" } }),
];
const nextTurn = user("go on");

describe("the agent waits for what runs in the background (C12)", () => {
  test.each<readonly [name: string, records: readonly JsonValue[], waits: boolean]>([
    ["a background agent", [inBackground("Agent", "1"), result("1")], true],
    ["of an earlier turn", [inBackground("Task", "1"), result("1"), nextTurn], true],
    ["a workflow of an earlier turn", [inBackground("Workflow", "1"), nextTurn], true],
    ["one without an id, in this turn", [inBackground("Agent")], true],
    ["one without an id, of an earlier turn", [inBackground("Agent"), nextTurn], false],
    ["a command, in this turn", [inBackground("Bash", "1"), result("1")], true],
    ["a command, of an earlier turn", [inBackground("Bash", "1"), nextTurn], false],
    ["one that ended", [inBackground("Agent", "1"), ended("<tool-use-id>1</tool-use-id>")], false],
    [
      "one that ended, by its status",
      [inBackground("Agent", "1"), ended("<tool-use-id>1</tool-use-id><status>completed</status>")],
      false,
    ],
    [
      "one that failed",
      [inBackground("Agent", "1"), ended("<tool-use-id> 1 </tool-use-id><status>failed</status>"), nextTurn],
      false,
    ],
    [
      "one that goes on",
      [inBackground("Agent", "1"), ended("<tool-use-id>1</tool-use-id><status>running</status>")],
      true,
    ],
    ["another one that ended", [inBackground("Agent", "1"), ended("<tool-use-id>2</tool-use-id>")], true],
    ["a command that ended", [inBackground("Bash", "1"), ended("<tool-use-id>1</tool-use-id>")], false],
    ["one that its result says goes on", launched("1"), true],
    ["the same, in an earlier turn", [...launched("1"), nextTurn], true],
    ["the same, ended by the id of its task", [...launched("1"), ended("<task-id>a7</task-id>")], false],
    ["the same, another task ended", [...launched("1"), ended("<task-id>a8</task-id>"), nextTurn], true],
    [
      "a result by its status alone",
      [
        calls({ name: "Agent", id: "1", input: { subagent_type: "x" } }),
        result("1", { toolUseResult: { status: "async_launched" } }),
        nextTurn,
      ],
      true,
    ],
    [
      "a result that is none of these",
      [
        calls({ name: "Agent", id: "1", input: { subagent_type: "x" } }),
        result("1", { toolUseResult: { isAsync: "true" } }),
      ],
      false,
    ],
    [
      "a result that is a text",
      [
        calls({ name: "Agent", id: "1", input: { subagent_type: "x" } }),
        result("1", { toolUseResult: "isAsync" }),
      ],
      false,
    ],
    [
      "the agent's own word that one ended",
      [
        inBackground("Agent", "1"),
        {
          type: "assistant",
          message: {
            role: "assistant",
            content: "<task-notification><tool-use-id>1</tool-use-id></task-notification>",
          },
        },
      ],
      true,
    ],
    [
      "a word about a notice",
      [inBackground("Agent", "1"), user("the <task-notification><tool-use-id>1</tool-use-id>")],
      true,
    ],
    [
      "an agent of an earlier turn that has a result",
      [calls({ name: "Task", id: "1", input: {} }), result("1"), nextTurn],
      false,
    ],
    ["an agent of this turn without a result", [calls({ name: "Task", id: "1", input: {} })], true],
    ["a monitor of an earlier turn", [calls({ name: "Monitor", input: {} }), nextTurn], false],
    [
      "a monitor, a notice after it",
      [calls({ name: "Monitor", input: {} }), ended("<task-id>x</task-id>")],
      true,
    ],
  ])("%s", (_, records, waits) => {
    expect(isWaiting(user("go"), ...records)).toBe(waits);
  });

  test("what a record says about the background is plain data, and absent elsewhere", () => {
    const { records } = readTranscript([...launched("1"), ended("<task-id>a7</task-id>")]);
    expect(records.map((record: TranscriptRecord) => [record.launched, record.ended])).toEqual([
      [undefined, undefined],
      [[{ call: "1", task: "a7" }], undefined],
      [undefined, ["a7"]],
    ]);
    const [task] = readTranscript([result("1", { toolUseResult: { isAsync: true, taskId: "t" } })]).records;
    expect(task?.launched).toEqual([{ call: "1", task: "t" }]);
    const [none] = readTranscript([user("x", { toolUseResult: { isAsync: true } })]).records;
    expect(none).not.toHaveProperty("launched");
  });
});
