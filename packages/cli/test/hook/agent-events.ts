import type { JsonObject } from "@gatehouse-hooks/json";
import { AGENTS as ALL, callPayload } from "../../../../test/shipped/call-payload.js";

/** The eight agents that start the command. */
export const AGENTS = ALL;

/** What happens, in no agent's words. */
export type Happening =
  | { readonly kind: "runs" | "ran"; readonly command: string }
  | { readonly kind: "writes" | "wrote"; readonly file: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly error: string };

/** What an agent's hook is told of it; undefined where the agent never tells that. */
export function agentEvent(agent: string, what: Happening, project: string): JsonObject | undefined {
  switch (what.kind) {
    case "runs":
      return shellCall(agent, what.command, project);
    case "writes":
      return fileCall(agent, what.file, project);
    case "ran":
      return afterCall(agent, shellCall(agent, what.command, project));
    case "wrote":
      return afterCall(agent, fileCall(agent, what.file, project));
    case "stopped":
      return sessionEvent(agent, project, STOPS[agent]);
    case "failed":
      return sessionEvent(agent, project, ERRORS[agent]?.(what.error));
  }
}

function shellCall(agent: string, command: string, project: string): JsonObject {
  return call(agent, "shell", { command }, project);
}

function fileCall(agent: string, file: string, project: string): JsonObject {
  if (agent !== "codex") return call(agent, "write", { path: `./${file}`, content: "x" }, project);
  const patch = `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`;
  return { ...shellCall(agent, "", project), tool_name: "apply_patch", tool_input: { command: patch } };
}

function call(agent: string, kind: "shell" | "write", params: JsonObject, project: string): JsonObject {
  const payload = callPayload(agent, { kind, params }, { home: project, project, env: {}, stores: project });
  if (payload === undefined) throw new Error(`${agent} has no tool of the kind ${kind}`);
  return payload;
}

const RESULT = { stdout: "out", stderr: "", interrupted: false };

function afterCall(agent: string, before: JsonObject): JsonObject {
  const { tool_input, toolArgs, input, output, ...rest } = before;
  switch (agent) {
    case "copilot":
      return {
        ...rest,
        toolArgs: toolArgs ?? {},
        toolResult: { resultType: "success", textResultForLlm: "out" },
      };
    case "cursor":
      return {
        ...rest,
        hook_event_name: "postToolUse",
        tool_input: tool_input ?? {},
        tool_output: "out",
        duration: 1,
      };
    case "opencode": {
      const { args = {} } = output as { readonly args?: JsonObject };
      const done = { title: "", output: "out", metadata: {} };
      return { ...rest, hook: "tool.execute.after", input: { ...(input as JsonObject), args }, output: done };
    }
    default: {
      const name = AFTER[agent] ?? "PostToolUse";
      return { ...rest, hook_event_name: name, tool_input: tool_input ?? {}, tool_response: RESULT };
    }
  }
}

const AFTER: Readonly<Record<string, string>> = {
  "gemini-cli": "AfterTool",
  "docker-agent": "post_tool_use",
};

const STOPS: Readonly<Record<string, JsonObject>> = {
  "claude-code": { hook_event_name: "Stop", stop_hook_active: false },
  codex: { hook_event_name: "Stop", stop_hook_active: false },
  "qwen-code": { hook_event_name: "Stop", stop_hook_active: false },
  "gemini-cli": { hook_event_name: "AfterAgent", prompt: "p", prompt_response: "r", stop_hook_active: false },
  copilot: { transcriptPath: "/t", stopReason: "end_turn", stop_hook_active: false },
  cursor: { hook_event_name: "stop", status: "completed", loop_count: 0 },
  "docker-agent": { hook_event_name: "stop", stop_response: "r" },
  opencode: { input: { type: "session.idle", properties: { sessionID: "s1" } } },
};

const failure = (error: string): JsonObject => ({ hook_event_name: "StopFailure", error });

const ERRORS: Readonly<Record<string, (error: string) => JsonObject>> = {
  "claude-code": failure,
  codex: failure,
  "qwen-code": failure,
  copilot: (message) => ({
    error: { message, name: "Error", stack: "" },
    errorContext: "model_call",
    recoverable: false,
  }),
  "docker-agent": (message) => ({
    hook_event_name: "on_error",
    notification_level: "error",
    notification_message: message,
  }),
  opencode: (message) => ({
    input: {
      type: "session.error",
      properties: { sessionID: "s1", error: { name: "E", data: { message } } },
    },
  }),
};

const OF_A_CALL: ReadonlySet<string> = new Set(
  "tool_name tool_input tool_use_id toolName toolArgs input output hook".split(" "),
);

/** An event that is not about a call: what the agent's calls have in common, and its own fields. */
function sessionEvent(agent: string, project: string, own: JsonObject | undefined): JsonObject | undefined {
  if (own === undefined) return undefined;
  const common = Object.fromEntries(
    Object.entries(shellCall(agent, "", project)).filter(([name]) => !OF_A_CALL.has(name)),
  );
  return agent === "opencode" ? { ...common, hook: "event", ...own } : { ...common, ...own };
}
