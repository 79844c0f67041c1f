import { ownRecord } from "@gatehouse-hooks/json";
import type { EventKind } from "./event-kind.js";
import type { Vocabulary } from "./vocabulary.js";

/** What every event may carry, whichever agent sends it. */
export const EVERY_EVENT: readonly string[] = [
  "event",
  "host",
  "tool",
  "cwd",
  "workspace",
  "home",
  "raw",
  "timestamp",
  "platform",
  "links",
  "sessionKey",
  "agent",
  "agentId",
];

const CALL = { name: "toolName", input: "params" };
const CALLED = ["toolName", "params", "toolCallId"];

/**
 * The events that policies are written for once, for all agents (SPEC, "Canonical events"). An agent's own events are other
 * rows, which name the canonical event that they are (`canonical`).
 */
const EVENTS: readonly Omit<EventKind, "known">[] = [
  {
    name: "before_tool_call",
    gates: true,
    input: { path: "params" },
    context: true,
    tool: CALL,
    fields: { toolName: "string", params: "object" },
    carries: CALLED,
  },
  {
    name: "after_tool_call",
    gates: false,
    input: { keys: ["result", "error"] },
    context: true,
    tool: CALL,
    fields: { toolName: "string", params: "object?" },
    carries: [...CALLED, "result", "error", "durationMs"],
  },
  {
    name: "tool_permission",
    gates: true,
    input: { path: "params" },
    context: false,
    tool: CALL,
    fields: { toolName: "string", params: "object" },
    carries: CALLED,
  },
  {
    name: "prompt",
    gates: true,
    input: null,
    context: true,
    fields: { prompt: "string" },
    carries: ["prompt"],
  },
  {
    name: "message_sending",
    gates: true,
    input: { keys: ["message"] },
    context: false,
    fields: { message: "string" },
    carries: ["message", "content", "to", "channelId", "metadata"],
  },
  {
    name: "access_request",
    gates: true,
    input: null,
    context: false,
    fields: { subject: "object", action: "object", resource: "object", context: "object?" },
    carries: ["subject", "action", "resource", "context"],
  },
  {
    name: "before_prompt_build",
    gates: false,
    input: null,
    context: true,
    carries: ["prompt", "messages"],
  },
  { name: "before_agent_start", gates: false, input: null, context: true, carries: ["prompt", "messages"] },
  {
    name: "session_start",
    gates: false,
    input: null,
    context: true,
    session: "start",
    carries: ["sessionId", "source", "model"],
  },
  {
    name: "session_end",
    gates: false,
    input: null,
    context: false,
    session: "end",
    carries: ["sessionId", "reason", "messageCount", "durationMs"],
  },
  { name: "agent_stop", gates: false, stops: true, input: null, context: true, carries: ["reason"] },
];

/** The canonical events, and nothing of any agent. */
export const CANONICAL: Vocabulary = Object.freeze({
  events: EVENTS.map((row) => ownRecord<EventKind>({ ...row, known: true })),
  tools: [],
  eventSpellings: [],
  fieldSpellings: [],
  sessionKeys: ["sessionKey"],
});
