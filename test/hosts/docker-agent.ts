import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { compilePolicies, type PolicyDefinition } from "@gatehouse/engine";
import {
  type Approval,
  approvalOf,
  type Compat,
  contractOf,
  hookResult,
  type HookResult,
  interpretHook,
} from "@gatehouse/formats";
import {
  builtinHandlers,
  commandHandler,
  createRuntime,
  type Handlers,
  type Runtime,
} from "@gatehouse/runtime";

/** A call that the model wants to make. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One reply of the scripted model; without calls the turn is over. */
export interface Reply {
  readonly text: string;
  readonly calls?: readonly ToolCall[];
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

export interface AgentOptions {
  readonly policies: readonly PolicyDefinition[];
  readonly compat?: Compat;
  /** Where tools and hooks run. */
  readonly directory: string;
  /** What commands inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The model: sees the messages of a call, throws when it fails. */
  readonly model: (messages: readonly Message[], iteration: number) => Reply;
  /** The user, at a prompt. */
  readonly user?: (call: ToolCall) => "approve" | "reject";
  readonly judge?: Handlers["judge"];
  /** Model calls per prompt. */
  readonly maxIterations?: number;
  readonly mode?: "autonomous";
  readonly signal?: AbortSignal;
}

/** What happened, in order. */
export type LogEntry =
  | { readonly kind: "event"; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "tool"; readonly call: ToolCall; readonly response: string; readonly error: boolean }
  | { readonly kind: "prompted"; readonly call: ToolCall }
  | { readonly kind: "shown"; readonly message: string };

/** A small agent in the manner of docker-agent: a scripted model, real tools in a directory, every hook event. */
export interface Agent {
  readonly log: readonly LogEntry[];
  readonly messages: readonly Message[];
  start(): Promise<void>;
  /** Runs turns until the model is done; the reason of the last turn's end. */
  prompt(text: string): Promise<string>;
  compact(reason: "manual" | "threshold" | "overflow"): Promise<"vetoed" | "by hook" | "by model">;
  subagent(name: string, response: string): Promise<void>;
  switchTo(name: string): Promise<void>;
  end(): Promise<void>;
}

const SESSION = "session-1";
const NAME = "root";

export function createAgent(options: AgentOptions): Agent {
  const { directory, env, compat = "2026-09", maxIterations = 20, signal } = options;
  const { set, issues } = compilePolicies(options.policies);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const runtime: Runtime = createRuntime({
    policies: set,
    handlers: {
      command: commandHandler({ interpret: interpretHook(compat), env, cwd: directory }),
      builtin: builtinHandlers({ env, cwd: directory, home: directory }),
      ...(options.judge === undefined ? {} : { judge: options.judge }),
    },
  });
  const aborted = (): boolean => signal?.aborted === true;
  const log: LogEntry[] = [];
  let messages: Message[] = [];

  /** Asks the hooks of an event. What reports an end is asked even after an abort. */
  async function fire(
    name: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly result: HookResult; readonly approval: Approval | null }> {
    const input = { session_id: SESSION, cwd: directory, agent_name: NAME, ...fields };
    log.push({ kind: "event", name, input });
    const event = { event: name, ...input };
    const decision = await runtime.decide(event, contractOf(name).completes === true ? {} : { signal });
    const result = hookResult(decision, event, { compat });
    if (result.systemMessage !== "") log.push({ kind: "shown", message: result.systemMessage });
    const approval =
      name === "pre_tool_use" || name === "permission_request" ? approvalOf(decision, name) : null;
    return { result, approval };
  }

  function add(role: Message["role"], content: string): void {
    // An answer of a tool belongs to its call, even an empty one.
    if (content !== "" || role === "tool") messages.push({ role, content });
  }

  async function runTool({
    name,
    input,
  }: ToolCall): Promise<{ readonly response: string; readonly error: boolean }> {
    const file = path.join(directory, path.basename(textOf(input["path"])));
    try {
      switch (name) {
        case "shell":
          return { response: await shell(textOf(input["cmd"]), directory, env), error: false };
        case "read_file":
          return { response: await readFile(file, "utf8"), error: false };
        case "write_file":
          await writeFile(file, textOf(input["content"]));
          return { response: "written", error: false };
        default:
          return { response: `the tool ${name} is not available`, error: true };
      }
    } catch (error) {
      return { response: error instanceof Error ? error.message : String(error), error: true };
    }
  }

  /** The approval chain: rules and hooks, then the hooks before the prompt, then the user. */
  async function approve(
    call: ToolCall,
  ): Promise<{ readonly call: ToolCall; readonly refused: string | null; readonly approval: Approval }> {
    const fields = { tool_name: call.name, tool_use_id: call.id, tool_input: call.input };
    const mode = options.mode === undefined ? {} : { safety_policy: options.mode };
    const before = await fire("pre_tool_use", { ...fields, ...mode });
    const changed: ToolCall = { ...call, input: { ...call.input, ...before.result.modifiedInput } };
    if (before.approval?.approval_decision === "deny") {
      return {
        call,
        refused: `Tool call blocked by hook: ${before.result.message}`,
        approval: before.approval,
      };
    }
    if (before.approval !== null) return { call: changed, refused: null, approval: before.approval };
    const asked = await fire("permission_request", { ...fields, tool_input: changed.input });
    if (asked.approval !== null) {
      const refused =
        asked.approval.approval_decision === "deny" ? `rejected: ${asked.result.message}` : null;
      return { call: changed, refused, approval: asked.approval };
    }
    await fire("on_user_input");
    log.push({ kind: "prompted", call: changed });
    const approved = (options.user ?? (() => "reject"))(changed) === "approve";
    return {
      call: changed,
      refused: approved ? null : "the user rejected the tool call",
      approval: {
        approval_decision: approved ? "allow" : "deny",
        approval_source: approved ? "user_approved" : "user_rejected",
      },
    };
  }

  /** @returns whether the run may go on */
  async function callTool(wanted: ToolCall): Promise<boolean> {
    const { call, refused, approval } = await approve(wanted);
    const fields = { tool_name: call.name, tool_use_id: call.id, tool_input: call.input };
    await fire("on_tool_approval_decision", { ...fields, ...approval });
    const { response, error } = refused === null ? await runTool(call) : { response: refused, error: true };
    if (refused === null) log.push({ kind: "tool", call, response, error });
    const outcome = { ...fields, tool_response: response, tool_error: error };
    const transformed =
      (await fire("tool_response_transform", outcome)).result.updatedToolResponse ?? response;
    add("tool", transformed);
    const after = await fire("post_tool_use", { ...outcome, tool_response: transformed });
    add("system", after.result.additionalContext);
    return after.result.allowed;
  }

  async function notify(level: "error" | "warning", message: string, event: string): Promise<void> {
    const fields = { notification_level: level, notification_message: message };
    await fire("notification", fields);
    await fire(event, fields);
  }

  /** One call of the model and the tools that it wants; why the turn ended. */
  async function turn(iteration: number, promptContext: string): Promise<string> {
    if (aborted()) return "canceled";
    const started = await fire("turn_start");
    const contexts = [promptContext, started.result.additionalContext].filter((text) => text !== "");
    const outgoing = [...messages, ...contexts.map((content): Message => ({ role: "system", content }))];
    const before = await fire("before_llm_call", { iteration, model_id: "scripted", messages: outgoing });
    if (!before.result.allowed) {
      add("system", before.result.message);
      return "hook_blocked";
    }
    let reply: Reply;
    try {
      reply = options.model((before.result.updatedMessages ?? outgoing) as readonly Message[], iteration);
    } catch (error) {
      await notify("error", error instanceof Error ? error.message : String(error), "on_error");
      return "error";
    }
    await fire("after_llm_call", { stop_response: reply.text, last_user_message: lastUserMessage() });
    add("assistant", reply.text);
    for (const call of reply.calls ?? []) {
      if (aborted()) return "canceled";
      if (!(await callTool(call))) return "hook_blocked";
    }
    return reply.calls === undefined || reply.calls.length === 0 ? "normal" : "continue";
  }

  function lastUserMessage(): string {
    return messages.findLast(({ role }) => role === "user")?.content ?? "";
  }

  return {
    log,
    get messages() {
      return messages;
    },
    async start() {
      add("system", (await fire("session_start", { source: "startup" })).result.additionalContext);
    },
    async prompt(text) {
      const submitted = await fire("user_prompt_submit", { prompt: text });
      if (!submitted.result.allowed) return "hook_blocked";
      add("user", text);
      let limit = maxIterations;
      for (let iteration = 1; ; iteration++) {
        if (iteration > limit) {
          await notify("warning", `more than ${limit} iterations`, "on_max_iterations");
          await fire("on_session_resume", { previous_max_iterations: limit, new_max_iterations: limit + 10 });
          limit += 10;
        }
        const reason = await turn(iteration, submitted.result.additionalContext);
        await fire("turn_end", { reason });
        if (reason === "continue") continue;
        if (reason === "normal") {
          await fire("stop", { stop_response: messages.at(-1)?.content ?? "", last_user_message: text });
        }
        return reason;
      }
    },
    async compact(reason) {
      const source = reason === "threshold" ? "auto" : reason;
      const guidance = await fire("pre_compact", { source });
      if (!guidance.result.allowed) return "vetoed";
      const counts = { input_tokens: 900, output_tokens: 50, context_limit: 1000, compaction_reason: reason };
      const before = await fire("before_compaction", counts);
      if (!before.result.allowed) return "vetoed";
      const own = before.result.summary;
      const summary = own === "" ? `summary; ${guidance.result.additionalContext}` : own;
      messages = [{ role: "system", content: summary }];
      await fire("after_compaction", { ...counts, summary });
      return own === "" ? "by model" : "by hook";
    },
    async subagent(name, response) {
      await fire("subagent_stop", {
        agent_name: name,
        session_id: "session-2",
        parent_session_id: SESSION,
        stop_response: response,
      });
    },
    async switchTo(name) {
      await fire("on_agent_switch", { from_agent: NAME, to_agent: name, agent_switch_kind: "handoff" });
    },
    async end() {
      await fire("session_end", { reason: "stream_ended" });
      await runtime.close();
    },
  };
}

function shell(command: string, cwd: string, env: AgentOptions["env"]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", command], { cwd, env: { ...env }, timeout: 10_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${stderr}${error.message}`));
    });
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
