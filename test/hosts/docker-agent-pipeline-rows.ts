import { readFile } from "node:fs/promises";
import path from "node:path";
import { contractOf } from "@gatehouse-hooks/hosts";
import { expect } from "vitest";
import { dispatch } from "./docker-agent-hook-rows.js";
import { command, type Data, type RunRow } from "./docker-agent-row.js";

/** Runs a row that says in words what its hooks do, with commands that do it and note what they see. */
export const runPipelineRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const name = given["event"] as string;
  const rewrites = name === "tool_response_transform" ? "tool_response" : "tool_input";
  const entries = (given["matchers"] as readonly Data[] | undefined) ?? [{ hooks: given["hooks"] }];
  let count = 0;
  const replies: string[] = [];
  const block = entries.map((entry) => ({
    ...entry,
    hooks: (entry["hooks"] as readonly unknown[]).map((told) => hookOf(told, `seen-${++count}`, replies)),
  }));
  const event: Data = { event: name, tool_name: "shell", ...(given["input"] as Data) };
  const original = structuredClone(event);
  const prompts: string[] = [];
  const hooks = { [name]: contractOf(name).matched === true ? block : block.flatMap((one) => one.hooks) };
  const result = await dispatch(hooks, event, compat, directory, {
    model: (prompt) => {
      prompts.push(prompt);
      return replies.shift() ?? "";
    },
  });
  const sees = async (place: number): Promise<unknown> => {
    const text = await readFile(path.join(directory, `seen-${place}`), "utf8");
    return (JSON.parse(text) as Data)[rewrites];
  };
  const names = async (): Promise<unknown> => {
    const seen = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        readFile(path.join(directory, `seen-${index + 1}`), "utf8").catch(() => null),
      ),
    );
    const events = seen.flatMap((text) =>
      text === null ? [] : [(JSON.parse(text) as Data)["hook_event_name"]],
    );
    return [...new Set(events)].join();
  };
  const found: Readonly<Record<string, () => unknown>> = {
    allowed: () => result.allowed,
    decision: () => result.decision,
    decision_reason: () => result.decisionReason,
    caller_input_unmutated: () => JSON.stringify(event) === JSON.stringify(original),
    hooks_see_event_name: names,
    // A host patches the arguments with what the hooks have changed.
    modified_input: () => ({ ...(event["tool_input"] as Data), ...result.modifiedInput }),
    modified_input_fields: () => result.modifiedInput,
    updated_tool_response: () => result.updatedToolResponse,
    second_hook_ran: async () => (await sees(2)) !== undefined,
    second_hook_sees: () => sees(2),
    third_hook_sees: () => sees(3),
  };
  for (const [key, value] of Object.entries(wanted)) {
    if (key === "message_contains") {
      for (const part of value as string[]) expect(result.message, key).toContain(part);
    } else if (key === "rendered_prompt") {
      expect(prompts.join("\n"), key).toContain(value);
      expect(prompts.join("\n"), key).not.toContain("original");
    } else if (found[key] === undefined) {
      throw new Error(`the test does not know \`${key}\``);
    } else {
      expect(await found[key](), key).toEqual(value);
    }
  }
};

/** A hook that does what is told of it, and notes its input first. */
function hookOf(told: unknown, log: string, replies: string[]): Data {
  const note = `cat > ${log}; `;
  const answer = (field: string, expression: string): Data =>
    command(
      `${note}jq -c '.tool_input.cmd as $cmd | {hook_specific_output: {${field}: (${expression})}}' < ${log}`,
    );
  if (typeof told === "string") {
    const response = /^updated_tool_response (".*")$/.exec(told)?.[1];
    const set = /^set cmd=(".*")$/.exec(told)?.[1];
    const append = /^append (".*") to cmd$/.exec(told)?.[1];
    if (response !== undefined) return answer("updated_tool_response", response);
    if (set !== undefined) return answer("updated_input", `{cmd: ${set}}`);
    if (append !== undefined) return answer("updated_input", `{cmd: ($cmd + ${append})}`);
    if (told === "observe only") return command(note);
    if (/^exit \d+$/.test(told)) return command(note + told);
    throw new Error(`the test does not know the hook ${told}`);
  }
  const { behaviour, model_reply: reply, updated_input: updated, ...hook } = told as Data;
  if (hook["type"] === "model") {
    replies.push(reply as string);
    return hook;
  }
  if (behaviour === "hangs until its context ends") return command(`${note}sleep 20`, hook);
  if (updated === undefined) throw new Error(`the test does not know the hook ${JSON.stringify(told)}`);
  // A second is for the hook that hangs: this one is only to have time enough.
  return { ...answer("updated_input", JSON.stringify(updated)), timeout: 10 };
}
