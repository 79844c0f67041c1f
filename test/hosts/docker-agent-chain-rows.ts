import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PersonAnswer } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { expect } from "vitest";
import { type AgentOptions, createAgent } from "./docker-agent.js";
import {
  command,
  type Data,
  ENV,
  eventsOf,
  fileOf,
  policiesOf,
  type RunRow,
  says,
  specific,
} from "./docker-agent-row.js";
import type { Tools } from "./docker-agent-tools.js";

/** Runs a row of the approval chain: its tools are not real, they only note that they ran. */
export const runChainRow: RunRow = async ({ given, expect: wanted }, compat, directory) => {
  const tool = (given["tool"] ?? {}) as Data;
  const name = (tool["name"] ?? given["tool_name"] ?? "shell") as string;
  const matched = (hooks: readonly Data[]): readonly Data[] => (hooks.length === 0 ? [] : [{ hooks }]);
  const rewritten = given["tool_response_transform"];
  // A row that counts the runs of such a hook has one, without an opinion.
  const preempting = given["preempt_lane"] ?? (wanted["preempt_lane_dispatches"] === undefined ? null : {});
  const hooks = {
    tool_input_transform: matched(stage(given["tool_input_transform"], "transform.log")),
    tool_guard: matched(stage(given["tool_guard"], "guard.log")),
    pre_tool_use: [
      ...matched(stage(preempting, "preempt.log")).map((one) => ({ ...one, preempt_yolo: true })),
      ...matched(stage(given["pre_tool_use"] ?? given["pre_tool_use_hook_decision"], "default.log")),
    ],
    permission_request: matched(stage(given["permission_request"], "request.log")),
    tool_response_transform: matched(rewritten === undefined ? [] : [command(specific(rewritten as Data))]),
  };
  const ran: Data[] = [];
  const tools: Tools = {
    [name]: {
      run: (input) => {
        ran.push(input);
        return (given["tool_output"] as string | undefined) ?? "ran";
      },
      ...(tool["read_only_hint"] === true ? { readOnly: true } : {}),
      ...(tool["destructive_hint"] === true ? { destructive: true } : {}),
    },
  };
  const calls = (given["calls"] as readonly Data[] | undefined) ?? [(given["args"] ?? {}) as Data];
  const answers = [given["user_answers"] ?? given["user_answer"] ?? []].flat();
  const used = Object.fromEntries(Object.entries(hooks).filter(([, list]) => list.length > 0));
  const agent = createAgent({
    policies: policiesOf(fileOf(used, { permissions: given["team_rules"] ?? null }), compat),
    compat,
    directory,
    env: ENV,
    model: calling(...calls.map((input) => ({ name, input }))),
    tools: tool["available"] === false ? {} : tools,
    session: given["session_rules"] ?? {},
    user: given["non_interactive"] === true ? null : () => answerOf(answers.shift() ?? "reject"),
    ...(given["yolo"] === true
      ? { mode: "autonomous" as const }
      : (given["mode"] ?? "") === ""
        ? {}
        : { mode: given["mode"] as NonNullable<AgentOptions["mode"]> }),
  });
  await agent.prompt("go");
  await agent.end();

  const replies = agent.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  const prompts = agent.log.flatMap((entry) => (entry.kind === "prompted" ? [entry] : []));
  const [approval] = eventsOf(agent, "on_tool_approval_decision");
  const blocks = replies.filter((text) => /blocked by \w+ hook/.test(text)).length;
  const count = (event: string): number => eventsOf(agent, event).length;
  // The name of the rules' owner is not given to a file.
  const told = replies.join("\n").replaceAll("permissions configuration", String(given["rules_source"]));
  const found: Readonly<Record<string, () => unknown>> = {
    tool_runs: () => (typeof wanted["tool_runs"] === "number" ? ran.length : ran.length > 0),
    tool_args: () => ran[0],
    user_prompted: () => prompts.length > 0,
    prompts: () => prompts.length,
    prompt_args: () => prompts[0]?.call.input,
    hook_blocked_event: () => blocks > 0,
    hook_blocked_events: () => blocks,
    error_response: () => replies[0],
    emitted: () => replies[0],
    recorded: () => replies[0],
    post_tool_use_sees: () => eventsOf(agent, "post_tool_use")[0]?.["tool_response"],
    session_mode: () => agent.session.mode,
    approval: () => [approval?.["approval_decision"], approval?.["approval_source"]],
    approval_source: () => approval?.["approval_source"],
    tool_guard_dispatched: () => count("tool_guard") > 0,
    pre_tool_use_dispatched: () => count("pre_tool_use") > 0,
    permission_request_dispatched: () => count("permission_request") > 0,
    guard_dispatches: () => count("tool_guard"),
    pre_tool_use_dispatches: () => count("pre_tool_use"),
  };
  for (const [key, value] of Object.entries(wanted)) {
    if (key === "error_contains") {
      for (const part of value as string[]) expect(told, key).toContain(part);
    } else if (key === "prompt_metadata") {
      expect(prompts[0]?.metadata, key).toMatchObject(value as Data);
    } else if (key === "session_allow_contains") {
      expect(agent.session.permissions.allow, key).toContain(value);
    } else if (key === "preempt_lane_dispatches") {
      expect(await linesOf(path.join(directory, "preempt.log")), key).toBe(value);
    } else if (found[key] === undefined) {
      throw new Error(`the test does not know \`${key}\``);
    } else {
      const placeholder = "<tool_input_transform deny source>";
      const actual = found[key]();
      expect(actual, key).toEqual(
        JSON.parse(JSON.stringify(value).replace(placeholder, "tool_input_transform_hook_deny")),
      );
    }
  }
};

/** One turn with these calls, then the end. */
function calling(...inputs: readonly Data[]): AgentOptions["model"] {
  return (_, iteration) =>
    iteration === 1
      ? {
          text: "",
          calls: inputs.map(({ name = "shell", input = {}, id = "call" }) => ({
            id: id as string,
            name: name as string,
            input: input as JsonObject,
          })),
        }
      : { text: "done" };
}

/** What a stage of the chain is told to do, as hooks. */
function stage(told: unknown, log: string): readonly Data[] {
  if (told === undefined || told === null || told === "") return [];
  const count = `echo x >> ${log}; `;
  const when =
    typeof told === "string" ? /^(ask|deny|allow) when (\w+) contains "([^"]+)"$/.exec(told) : null;
  if (when !== null) {
    const [, decision = "", argument = "", part = ""] = when;
    const said = JSON.stringify({ hook_specific_output: { permission_decision: decision } });
    return [
      command(`${count}if jq -r '.tool_input.${argument}' | grep -qF '${part}'; then echo '${said}'; fi`),
    ];
  }
  if (typeof told === "string" && !["allow", "ask", "deny"].includes(told)) {
    throw new Error(`the test does not know the stage ${told}`);
  }
  if (typeof told === "string") return [command(count + specific({ permission_decision: told }))];
  const { decision, reason, block, metadata, crash, on_error: onError, cmd, ...rest } = told as Data;
  if (crash !== undefined) {
    const failing = `echo ${typeof crash === "string" ? crash : "crash"} >&2; exit 1`;
    return [command(count + failing, onError === undefined ? {} : { on_error: onError })];
  }
  if (block !== undefined || decision === "block") {
    return [command(count + says(JSON.stringify({ decision: "block", reason: block ?? reason })))];
  }
  return [
    command(
      count +
        specific({
          ...rest,
          ...(cmd === undefined ? {} : { updated_input: { cmd } }),
          ...(decision === undefined ? {} : { permission_decision: decision }),
          ...(reason === undefined ? {} : { permission_decision_reason: reason }),
          ...(metadata === undefined ? {} : { metadata }),
        }),
    ),
  ];
}

function answerOf(told: unknown): PersonAnswer {
  const [kind, tool = "shell"] = String(typeof told === "string" ? told : (told as Data)["type"]).split(" ");
  const { reason = "", tool_name: name = tool } = typeof told === "string" ? {} : (told as Data);
  if (kind === "reject") return { kind, reason: reason as string };
  if (kind === "approve-tool") return { kind, tool: name as string };
  if (kind === "approve" || kind === "approve-balanced") return { kind };
  throw new Error(`the test does not know the answer ${kind ?? ""}`);
}

async function linesOf(file: string): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").length - 1;
}
