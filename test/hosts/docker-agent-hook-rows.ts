import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { compilePolicies } from "@gatehouse-hooks/engine";
import {
  type Compat,
  dockerAgentPrompts,
  dockerAgentVariables,
  hookResult,
  type HookResult,
  interpretHook,
  load,
} from "@gatehouse-hooks/hosts";
import { createJudge, judgeHandler, withPromptLanguages } from "@gatehouse-hooks/judge";
import type { JsonObject } from "@gatehouse-hooks/json";
import { builtinHandlers, commandHandler } from "@gatehouse-hooks/commands";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect } from "vitest";
import { createAgent } from "./docker-agent.js";
import {
  command,
  type Data,
  ENV,
  eventsOf,
  fileOf,
  policiesOf,
  type RunRow,
  specific,
} from "./docker-agent-row.js";

/** What a hook of an event reads on standard input, in a whole run of the agent. */
export const runInputRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const call = (given["tool_call"] ?? { id: "1", name: "read_file", arguments: "{}" }) as Data;
  const event = (given["event"] as string | undefined) ?? "pre_tool_use";
  const hook = command("cat >> input.jsonl; echo >> input.jsonl");
  const agent = createAgent({
    policies: policiesOf(
      fileOf({ [event]: event === "pre_tool_use" ? [{ hooks: [hook] }] : [hook] }),
      compat,
    ),
    compat,
    directory,
    env: ENV,
    sessionId: (given["parent_session_id"] as string | undefined) ?? "the-session",
    model: (_, iteration) => {
      const used = JSON.parse(call["arguments"] as string) as JsonObject;
      const calls = [{ id: call["id"] as string, name: call["name"] as string, input: used }];
      const cost = given["cost"] as number | undefined;
      const one = iteration === 1 && given["model_calls"] !== 1;
      return { text: "t", ...(one ? { calls } : {}), ...(cost === undefined ? {} : { cost }) };
    },
  });
  await agent.prompt("go", given["session"] === undefined ? "user" : "runtime");
  if (event === "subagent_stop") {
    const { agent_name: name, stop_response: response, session_id: child } = given;
    await agent.subagent(name as string, response as string, child as string);
  }
  await agent.end();
  const text = await readFile(path.join(directory, "input.jsonl"), "utf8").catch(() => "");
  const seen = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Data);
  const { json_fields: fields, dispatch_count: count, last_iteration: last, ...direct } = wanted;
  if (count !== undefined) expect(seen).toHaveLength(count as number);
  if (last !== undefined) expect(seen.at(-1)?.["iteration"]).toBe(last);
  if (fields !== undefined) expect(seen[0]).toMatchObject(fields as Data);
  if (Object.keys(direct).length > 0) {
    expect(seen[0]).toMatchObject({ ...direct, session_id: "the-session" });
  }
};

export const runCompactionRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const told = given["before_compaction"] as readonly Data[] | undefined;
  const before = told?.map(({ exit_code: code, stderr }) =>
    command(`printf '%s' '${String(stderr)}' >&2; exit ${String(code)}`),
  ) ?? [command(specific({ summary: given["summary"] }))];
  const agent = createAgent({
    policies: policiesOf(fileOf({ before_compaction: before }), compat),
    compat,
    directory,
    env: ENV,
    model: () => ({ text: "done" }),
  });
  await agent.prompt("go");
  const messages = structuredClone(agent.messages);
  await agent.compact(
    given["reason"] as "manual",
    given["pre_tokens"] as { readonly input: number; readonly output: number } | undefined,
  );
  await agent.end();
  const after = eventsOf(agent, "after_compaction");
  if (wanted["messages_unchanged"] === true) expect(agent.messages).toEqual(messages);
  if (wanted["compaction_events"] !== undefined) {
    expect(after).toHaveLength(wanted["compaction_events"] as number);
  }
  if (wanted["summary_events"] !== undefined) {
    const summaries = agent.messages.filter(({ content }) => content.startsWith("summary"));
    expect(summaries).toHaveLength(wanted["summary_events"] as number);
  }
  const fields = wanted["after_compaction_input"];
  if (fields !== undefined) expect(after[0]).toMatchObject(fields as Data);
};

/** A hook that reports its directory and a variable, a command or a builtin. */
export const runEnvironmentRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  await mkdir(path.join(directory, "scripts"));
  const hook = given["hook"] as Data;
  const real =
    hook["type"] === "builtin"
      ? { ...hook, command: "add_environment_info" }
      : { ...hook, command: 'printf "%s" "$HOOK_VALUE:$PWD"' };
  const { additionalContext } = await dispatch(
    { session_start: [real] },
    { event: "session_start" },
    compat,
    directory,
  );
  const base = (text: unknown): string => String(text).replace("<base>", directory);
  if (wanted["additional_context"] !== undefined) {
    expect(additionalContext).toBe(base(wanted["additional_context"]));
  }
  if (wanted["handler_sees_cwd"] !== undefined) {
    expect(additionalContext).toContain(`${base(wanted["handler_sees_cwd"])}\n`);
  }
  for (const one of (wanted["handler_env_contains"] ?? []) as string[])
    expect(additionalContext).toContain(one);
};

export const runFailureRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const [event = ""] = String(given["event"]).split("(");
  const hooks = (given["hooks"] as Data | undefined) ?? {
    pre_tool_use: [{ hooks: [command("true")] }],
  };
  const abort = new AbortController();
  if (given["parent_context"] !== undefined) setTimeout(() => abort.abort(), 100);
  const input: Record<string, unknown> = { cmd: "ls" };
  if (String(given["input"]).includes("cannot be serialised")) input["self"] = input;
  const result = await dispatch(hooks, { event, tool_name: "shell", tool_input: input }, compat, directory, {
    signal: abort.signal,
    refused: true,
  });
  if (wanted["dispatch_error_contains"] !== undefined) {
    expect(result.reason).toContain(wanted["dispatch_error_contains"]);
    return;
  }
  expect(result.allowed).toBe(wanted["allowed"]);
  if (wanted["exit_code"] !== undefined) expect(result.exitCode).toBe(wanted["exit_code"]);
  for (const part of (wanted["message_contains"] ?? []) as string[]) expect(result.message).toContain(part);
};

export const runIterationsRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const limit = { type: "builtin", command: "max_iterations", args: [String(given["limit"])] };
  let calls = 0;
  const agent = createAgent({
    policies: policiesOf(fileOf({ before_llm_call: [limit] }), compat),
    compat,
    directory,
    env: ENV,
    tools: { busy: { run: () => "more" } },
    mode: "autonomous",
    model: () => {
      calls++;
      return { text: "", calls: [{ id: "1", name: "busy", input: {} }] };
    },
  });
  expect(await agent.prompt("go")).toBe(wanted["run_stopped"] === true ? "hook_blocked" : "normal");
  await agent.end();
  expect(calls).toBe(wanted["model_calls"]);
};

export interface DispatchOptions {
  readonly signal?: AbortSignal;
  readonly model?: (prompt: string) => string;
  /** The file may be refused: what it loses is then denied. */
  readonly refused?: boolean;
}

/** Decides on one event with real commands, builtins and a scripted model. */
export async function dispatch(
  hooks: Data,
  event: Data,
  compat: Compat,
  directory: string,
  { signal, model = () => "", refused = false }: DispatchOptions = {},
): Promise<HookResult & { readonly reason: string }> {
  const loaded = load(JSON.stringify(fileOf(hooks)), {
    path: "agent.json",
    format: "docker-agent",
    options: { "docker-agent": { compat } },
  });
  if (!refused) expect(loaded.issues).toEqual([]);
  const { set } = compilePolicies(loaded);
  const judge = { custom: model };
  const runtime = createRuntime({
    policies: set,
    handlers: {
      command: commandHandler({
        interpret: interpretHook(),
        ...dockerAgentVariables(),
        env: ENV,
        cwd: directory,
      }),
      builtin: builtinHandlers({ env: ENV, cwd: directory, home: directory }),
      judge: withPromptLanguages(
        judgeHandler(createJudge(judge)),
        { "docker-agent": dockerAgentPrompts },
        judge,
      ),
    },
  });
  const decision = await runtime.decide(event, signal === undefined ? {} : { signal });
  await runtime.close();
  return { ...hookResult(decision, { event: String(event["event"]) }), reason: decision.reason };
}
