// What docker-agent's example of every hook event promises, by the doors that its user walks through: the agent's hook, `decide`, `check`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { isRecord } from "@gatehouse-hooks/json";
import { afterAll, describe, expect, test } from "vitest";
import { command, dockerAgentDoors } from "./docker-agent-doors.js";
import { root } from "./spawn-cli.js";

const EXAMPLE = readFileSync(path.join(root, "examples/docker-agent/hooks.yaml"), "utf8");
const doors = dockerAgentDoors();
afterAll(doors.remove);
const { check, decide, hook } = doors;

const GENERATIONS = [["2026-05"], ["2026-09"]];
const SUMMARY = { input_tokens: 9, output_tokens: 1, context_limit: 10, compaction_reason: "threshold" };

/** A file whose hooks of the event print each of the texts. */
function printing(event: string, ...texts: readonly string[]): string {
  return `hooks:\n  ${event}:\n${texts.map((text) => `    - ${command(`echo '${text}'`)}\n`).join("")}`;
}

test("the example of every event loads whole, in both generations", async () => {
  for (const [compat = ""] of GENERATIONS)
    expect(await check(EXAMPLE, "--compat", compat)).toMatchObject({
      code: 0,
      stdout: "1 file: 0 errors, 0 warnings\n",
    });
});

describe.each(GENERATIONS)("before_compaction, as of %s", (compat) => {
  const asked = async (file: string): Promise<unknown> =>
    await decide(file, { event: "before_compaction", ...SUMMARY }, "--compat", compat);

  test.each([
    ["exit code 2", "echo later >&2; exit 2"],
    [
      "permission_decision",
      `echo '{"hook_specific_output":{"permission_decision":"deny","permission_decision_reason":"later"}}'`,
    ],
    [
      "in camel case",
      `echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"later"}}'`,
    ],
    ["decision: block", `echo '{"decision":"block","reason":"later"}'`],
  ])("is vetoed by %s", async (_way, text) => {
    const file = `hooks:\n  before_compaction:\n    - ${command(text)}\n`;
    expect(await asked(file)).toMatchObject({ effect: "deny", reason: "later" });
    const spoken = await hook(file, { hook_event_name: "before_compaction", ...SUMMARY }, "--compat", compat);
    expect(spoken).toMatchObject({ decision: "block", reason: expect.stringContaining("later") as string });
  });

  test.each(["hookSpecificOutput", "hook_specific_output"])("takes a summary from %s", async (key) => {
    const text = JSON.stringify({ [key]: { hookEventName: "before_compaction", summary: "kept" } });
    const file = printing("before_compaction", text);
    expect(await asked(file)).toMatchObject({ updatedInput: { summary: "kept" } });
    const spoken = await hook(file, { hook_event_name: "before_compaction", ...SUMMARY }, "--compat", compat);
    expect(isRecord(spoken) && spoken["hook_specific_output"]).toMatchObject({ summary: "kept" });
  });

  test("of several summaries the first that is not empty counts, in the order of the file", async () => {
    const said = (summary: string): string => JSON.stringify({ hook_specific_output: { summary } });
    const slow = `hooks:\n  before_compaction:\n    - ${command(`sleep 0.2; echo '${said("first")}'`)}\n    - ${command(`echo '${said("second")}'`)}\n`;
    expect(await asked(slow)).toMatchObject({ updatedInput: { summary: "first" } });
    expect(await asked(printing("before_compaction", said(""), said("second")))).toMatchObject({
      updatedInput: { summary: "second" },
    });
  });
});

test("a hook without its program is reported, and the agent goes on", async () => {
  const file = `hooks:\n  turn_end:\n    - ${command("program-that-is-not-there -r .reason")}\n  pre_tool_use:\n    - matcher: shell\n      hooks:\n        - ${command("X=$(program-that-is-not-there); echo '{\"continue\": true}'")}\n`;
  const after = await decide(file, { event: "turn_end", reason: "normal" });
  expect(after).toMatchObject({
    effect: "abstain",
    warnings: [{ reason: expect.stringContaining("command not found") as string }],
  });
  const before = await decide(file, { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "ls" } });
  expect(before).toMatchObject({ effect: "abstain" });
  expect(JSON.stringify(before)).toContain("not found");
});
