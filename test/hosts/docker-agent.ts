import { compilePolicies, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import {
  type ApprovalQuestion,
  type Compat,
  dockerAgentEvents,
  dockerAgentSession,
  dockerAgentVariables,
  type HookResult,
  interpretHook,
  type Permissions,
  type PersonAnswer,
  type SafetyMode,
  type SessionPolicies,
  type HostToolCall,
  type ToolTraits,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import { builtinHandlers, commandHandler } from "@gatehouse-hooks/commands";
import { type CallSafety, callSafety, createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { createRuntime, type Handlers, type Runtime } from "@gatehouse-hooks/runtime";
import { realTools, type Tool, type Tools } from "./docker-agent-tools.js";

/** One reply of the scripted model; without calls the turn is over. */
export interface Reply {
  readonly text: string;
  readonly calls?: readonly HostToolCall[];
  /** What the call cost, where the host knows it. */
  readonly cost?: number;
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

export interface AgentOptions {
  readonly policies: readonly PolicyDefinition[];
  /** The events that are fired. The generation of the hooks goes with the policies. */
  readonly compat?: Compat;
  /** Where tools and hooks run. */
  readonly directory: string;
  /** What commands inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The model: sees the messages of a call, throws when it fails. */
  readonly model: (messages: readonly Message[], iteration: number) => Reply;
  /** The user, at a prompt. Default: rejects; `null`: there is none. */
  readonly user?: ((call: HostToolCall) => PersonAnswer["kind"] | PersonAnswer) | null;
  /** Default: a real shell and files in the directory. */
  readonly tools?: Tools;
  /** What the user has allowed, or forbidden, for the session. */
  readonly session?: Permissions;
  readonly judge?: Handlers["judge"];
  /** Model calls per prompt. */
  readonly maxIterations?: number;
  readonly mode?: SafetyMode;
  /** Default `session-1`. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/** What happened, in order. */
export type LogEntry =
  | { readonly kind: "event"; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "tool"; readonly call: HostToolCall; readonly response: string; readonly error: boolean }
  | {
      readonly kind: "prompted";
      readonly call: HostToolCall;
      readonly metadata: Readonly<Record<string, string>>;
    }
  | { readonly kind: "shown"; readonly message: string };

/** A small agent in the manner of docker-agent: a scripted model, real tools in a directory, every hook event. */
export interface Agent {
  readonly log: readonly LogEntry[];
  readonly messages: readonly Message[];
  /** What the user allowed, and the mode, as answers at prompts have made them. */
  readonly session: { readonly permissions: Permissions; readonly mode: SafetyMode | undefined };
  start(): Promise<void>;
  /**
   * Runs turns until the model is done; the reason of the last turn's end. A prompt that the runtime has made itself, as for
   * a transferred task, is not the user's and fires no `user_prompt_submit`.
   */
  prompt(text: string, from?: "user" | "runtime"): Promise<string>;
  compact(
    reason: "manual" | "threshold" | "overflow",
    tokens?: { readonly input: number; readonly output: number },
  ): Promise<"vetoed" | "by hook" | "by model">;
  subagent(name: string, response: string, sessionId?: string): Promise<void>;
  switchTo(name: string): Promise<void>;
  end(): Promise<void>;
}

const NAME = "root";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** What the agent knows of a call: what its tool says of itself, else what the facts of a shell command say. */
export function traitsOf({ name, input }: HostToolCall, tools: Tools, cwd: string): ToolTraits {
  const { readOnly, destructive } = Object.hasOwn(tools, name) ? (tools[name] ?? {}) : {};
  if (name !== "shell" || readOnly !== undefined || destructive !== undefined) {
    return { ...(readOnly !== undefined && { readOnly }), ...(destructive !== undefined && { destructive }) };
  }
  const params = { command: input["cmd"] ?? input["command"] ?? null };
  const found: CallSafety = callSafety(
    facts({ event: "before_tool_call", toolName: "exec", params, cwd, home: cwd }),
  );
  return { label: found.class, blastRadius: found.blastRadius, reason: found.reason };
}

export function createAgent(options: AgentOptions): Agent {
  const { directory, env, compat = "2026-09", maxIterations = 20, signal } = options;
  const { sessionId = "session-1" } = options;
  const tools = options.tools ?? realTools(directory, env);
  const runtime: Runtime = createRuntime({
    policies: compilePolicies([], { vocabulary: VOCABULARY }).set,
    handlers: {
      command: commandHandler({
        interpret: interpretHook(),
        ...dockerAgentVariables(),
        env,
        cwd: directory,
      }),
      builtin: builtinHandlers({ env, cwd: directory, home: directory }),
      ...(options.judge === undefined ? {} : { judge: options.judge }),
    },
  });
  const aborted = (): boolean => signal?.aborted === true;
  const log: LogEntry[] = [];
  let messages: Message[] = [];

  const session = dockerAgentSession({
    decide(event, call) {
      const { event: name, ...input } = event;
      if (dockerAgentEvents(compat).includes(name)) log.push({ kind: "event", name, input });
      return runtime.decide(event, call);
    },
    reload: (rules) => runtime.reload(policySet(options.policies, rules)),
    askPerson: options.user === null ? null : askUser,
    traitsOf: (call) => traitsOf(call, tools, directory),
    fields: { session_id: sessionId, cwd: directory, agent_name: NAME },
    permissions: options.session ?? {},
    mode: options.mode,
    onMessage: (message) => log.push({ kind: "shown", message }),
  });

  async function fire(name: string, fields: JsonObject = {}): Promise<HookResult> {
    return await session.fire(name, fields, { signal });
  }

  function add(role: Message["role"], content: string): void {
    // An answer of a tool belongs to its call, even an empty one.
    if (content !== "" || role === "tool") messages.push({ role, content });
  }

  async function runTool(
    { run }: Tool,
    { input }: HostToolCall,
  ): Promise<{ readonly response: string; readonly error: boolean }> {
    try {
      return { response: await run(input), error: false };
    } catch (error) {
      return { response: error instanceof Error ? error.message : String(error), error: true };
    }
  }

  function askUser({ call, metadata }: ApprovalQuestion): PersonAnswer {
    log.push({ kind: "prompted", call, metadata });
    const answer = options.user?.(call) ?? "reject";
    if (typeof answer !== "string") return answer;
    if (answer === "reject") return { kind: answer, reason: "" };
    return answer === "approve-tool" ? { kind: answer, tool: call.name } : { kind: answer };
  }

  /** @returns whether the run may go on */
  async function callTool(wanted: HostToolCall): Promise<boolean> {
    const tool = Object.hasOwn(tools, wanted.name) ? tools[wanted.name] : undefined;
    if (tool === undefined) {
      return await answerCall(wanted, { response: `the tool ${wanted.name} is not available`, error: true });
    }
    const outcome = await session.toolCall(wanted, { signal });
    const { call } = outcome;
    if (outcome.kind === "refused") return await answerCall(call, { response: outcome.message, error: true });
    const answer = await runTool(tool, call);
    log.push({ kind: "tool", call, ...answer });
    return await answerCall(call, answer);
  }

  /** Hooks see every answer, errors and refusals too. */
  async function answerCall(
    call: HostToolCall,
    answer: { readonly response: string; readonly error: boolean },
  ): Promise<boolean> {
    const { response, context, continues } = await session.toolAnswer(call, answer, { signal });
    add("tool", response);
    add("system", context);
    return continues;
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
    const contexts = [promptContext, started.additionalContext].filter((text) => text !== "");
    const outgoing = [...messages, ...contexts.map((content): Message => ({ role: "system", content }))];
    const before = await fire("before_llm_call", {
      iteration,
      model_id: "scripted",
      messages: outgoing.map((one) => ({ ...one })),
    });
    if (!before.allowed) {
      add("system", before.message);
      return "hook_blocked";
    }
    let reply: Reply;
    try {
      reply = options.model((before.updatedMessages ?? outgoing) as readonly Message[], iteration);
    } catch (error) {
      await notify("error", error instanceof Error ? error.message : String(error), "on_error");
      return "error";
    }
    await fire("after_llm_call", {
      stop_response: reply.text,
      last_user_message: lastUserMessage(),
      ...(reply.cost === undefined ? {} : { cost: reply.cost }),
    });
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
    get session() {
      return { permissions: session.permissions, mode: session.mode };
    },
    async start() {
      add("system", (await fire("session_start", { source: "startup" })).additionalContext);
    },
    async prompt(text, from = "user") {
      const submitted = from === "user" ? await fire("user_prompt_submit", { prompt: text }) : null;
      if (submitted?.allowed === false) return "hook_blocked";
      add("user", text);
      let limit = maxIterations;
      for (let iteration = 1; ; iteration++) {
        if (iteration > limit) {
          await notify("warning", `more than ${limit} iterations`, "on_max_iterations");
          await fire("on_session_resume", { previous_max_iterations: limit, new_max_iterations: limit + 10 });
          limit += 10;
        }
        const reason = await turn(iteration, submitted?.additionalContext ?? "");
        await fire("turn_end", { reason });
        if (reason === "continue") continue;
        if (reason === "normal") {
          await fire("stop", { stop_response: messages.at(-1)?.content ?? "", last_user_message: text });
        }
        return reason;
      }
    },
    async compact(reason, { input, output } = { input: 900, output: 50 }) {
      const source = reason === "threshold" ? "auto" : reason;
      const guidance = await fire("pre_compact", { source });
      if (!guidance.allowed) return "vetoed";
      const counts = {
        input_tokens: input,
        output_tokens: output,
        context_limit: 1000,
        compaction_reason: reason,
      };
      const before = await fire("before_compaction", counts);
      if (!before.allowed) return "vetoed";
      const own = before.summary;
      const summary = own === "" ? `summary; ${guidance.additionalContext}` : own;
      messages = [{ role: "system", content: summary }];
      await fire("after_compaction", { ...counts, summary });
      return own === "" ? "by model" : "by hook";
    },
    async subagent(name, response, child = "session-2") {
      await fire("subagent_stop", {
        agent_name: name,
        session_id: child,
        parent_session_id: sessionId,
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

/** The file's policies with the session's permissions and the modes. */
function policySet(
  policies: readonly PolicyDefinition[],
  { policies: session, problems }: SessionPolicies,
): PolicySet {
  if (problems.length > 0) {
    throw new Error(problems.map(({ list, reason, cure }) => `${list}: ${reason}; ${cure}`).join("\n"));
  }
  const { set, issues } = compilePolicies([...policies, ...session], { vocabulary: VOCABULARY });
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return set;
}
