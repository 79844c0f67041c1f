import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { dispatch } from "./docker-agent-hook-rows.js";
import { command, type Data, type RunRow, specific } from "./docker-agent-row.js";

/** Rows that say in words what their hooks do, with commands that do it. */
const PIPELINES: Readonly<Record<string, (wanted: Data, directory: string) => Promise<void>>> = {
  "pipeline-tool-input-transform-compose": async (wanted, directory) => {
    const patch = (expression: string): Data =>
      command(
        `jq -c '.hook_event_name as $e | .tool_input.cmd as $cmd | {hook_specific_output: {updated_input: {cmd: (${expression})}}}'`,
      );
    const event = {
      event: "tool_input_transform",
      tool_name: "shell",
      tool_input: { cmd: "original", cwd: "work" },
    };
    const original = structuredClone(event);
    const result = await dispatch(
      {
        tool_input_transform: [
          { matcher: "other", hooks: [command("exit 2")] },
          {
            matcher: "shell",
            hooks: [patch('if $e == "tool_input_transform" then "ls" else $e end'), patch('$cmd + " -l"')],
          },
          { matcher: "*", hooks: [patch('$cmd + " -h"')] },
        ],
      },
      event,
      "2026-09",
      directory,
    );
    expect(result).toMatchObject({ allowed: wanted["allowed"], decision: wanted["decision"] });
    expect({ ...event.tool_input, ...result.modifiedInput }).toEqual(wanted["modified_input"]);
    expect(event).toEqual(original);
  },
  "pipeline-tool-response-clear": async (wanted, directory) => {
    const look = (log: string): string => `jq -j .tool_response > ${log}; `;
    const result = await dispatch(
      {
        tool_response_transform: [
          {
            hooks: [
              command(`cat > /dev/null; ${specific({ updated_tool_response: "first" })}`),
              command(
                look("second") + specific({ updated_tool_response: "" }).replace("cat > /dev/null; ", ""),
              ),
              command(look("third")),
            ],
          },
        ],
      },
      { event: "tool_response_transform", tool_name: "shell", tool_response: "original" },
      "2026-09",
      directory,
    );
    expect(result.updatedToolResponse).toBe(wanted["updated_tool_response"]);
    const seen = await Promise.all(
      ["second", "third"].map((name) => readFile(path.join(directory, name), "utf8")),
    );
    expect(seen).toEqual([wanted["second_hook_sees"], wanted["third_hook_sees"]]);
  },
  "pipeline-timeout-does-not-cancel-next": async (wanted, directory) => {
    const next = specific({ updated_input: { cmd: "next" } }).replace("cat > /dev/null; ", "");
    const result = await dispatch(
      {
        pre_tool_use: [
          {
            hooks: [
              command("sleep 20", { timeout: 1 }),
              command(`jq -c .tool_input > second; ${next}`, { timeout: 5 }),
            ],
          },
        ],
      },
      { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "original" } },
      "2026-09",
      directory,
    );
    expect(result.allowed).toBe(wanted["allowed"]);
    for (const part of (wanted["message_contains"] ?? []) as string[]) expect(result.message).toContain(part);
    expect(JSON.parse(await readFile(path.join(directory, "second"), "utf8"))).toEqual(
      wanted["second_hook_sees"],
    );
  },
  "pipeline-model-judge-sees-rewrite": async (wanted, directory) => {
    const prompts: string[] = [];
    const judge = {
      type: "model",
      model: "test/judge",
      prompt: "{{ .ToolInput.cmd }}",
      schema: "pre_tool_use_decision",
    };
    const result = await dispatch(
      { pre_tool_use: [{ hooks: [command(specific({ updated_input: { cmd: "rewritten" } })), judge] }] },
      { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "original" } },
      "2026-09",
      directory,
      {
        model: (prompt) => {
          prompts.push(prompt);
          return '{"decision":"ask","reason":"review rewritten command"}';
        },
      },
    );
    expect(result).toMatchObject({ decision: wanted["decision"], decisionReason: wanted["decision_reason"] });
    expect(prompts.join("\n")).toContain(wanted["rendered_prompt"]);
    expect(prompts.join("\n")).not.toContain("original");
  },
};

export const runPipelineRow: RunRow = async ({ id, expect: wanted }, _, directory) => {
  const run = PIPELINES[id];
  if (run === undefined) throw new Error(`nothing runs ${id}`);
  await run(wanted, directory);
};
