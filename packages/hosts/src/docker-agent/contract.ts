import { eventKindOf } from "../vocabulary.js";
import type { Compat } from "./docker-agent-options.js";

/** What the engine's table of events does not say of an event of docker-agent. */
export interface EventContract {
  /** Hooks are grouped by matchers of the tool's name. */
  readonly matched?: true;
  /** What `permission_decision` decides: the tool call, or the user's prompt. */
  readonly decision?: "tool" | "guard" | "prompt";
  /** The output field that rewrites the event's input. */
  readonly rewrite?: "updated_input" | "updated_messages" | "updated_tool_response" | "summary";
  /** `metadata` of the output reaches the host. */
  readonly metadata?: true;
  /** A hook that fails denies; its `on_error` does not count. */
  readonly failClosed?: true;
  /** Reports something that is over: a host asks every hook even when it aborts (document 004, "Turn-End"). */
  readonly completes?: true;
  /** Unknown to generation `2026-05`. */
  readonly since?: "2026-09";
}

/** Every event, in the order of a session. */
const CONTRACTS: Readonly<Record<string, EventContract>> = {
  session_start: {},
  user_prompt_submit: {},
  user_steering_messages_submit: { since: "2026-09" },
  user_followup_submit: { since: "2026-09" },
  turn_start: {},
  before_llm_call: { rewrite: "updated_messages" },
  after_llm_call: {},
  tool_input_transform: { matched: true, rewrite: "updated_input", since: "2026-09" },
  tool_guard: { matched: true, decision: "guard", metadata: true, failClosed: true, since: "2026-09" },
  pre_tool_use: { matched: true, decision: "tool", rewrite: "updated_input", failClosed: true },
  permission_request: { matched: true, decision: "prompt", rewrite: "updated_input", metadata: true },
  on_tool_approval_decision: {},
  tool_response_transform: { matched: true, rewrite: "updated_tool_response" },
  post_tool_use: { matched: true },
  turn_end: { completes: true },
  stop: {},
  pre_compact: {},
  before_compaction: { rewrite: "summary" },
  after_compaction: {},
  subagent_stop: {},
  on_user_input: {},
  notification: {},
  on_error: {},
  on_max_iterations: {},
  on_agent_switch: {},
  on_session_resume: {},
  session_end: { completes: true },
  worktree_create: { since: "2026-09" },
};

/** The events of docker-agent, all its generations together (document 004, "Hook Types"). */
export const DOCKER_AGENT_EVENTS: readonly string[] = Object.keys(CONTRACTS);

/** The events that a generation of docker-agent knows. */
export function dockerAgentEvents(compat: Compat): readonly string[] {
  return DOCKER_AGENT_EVENTS.filter((name) => contractOf(name).since === undefined || compat === "2026-09");
}

/** The contract of an event; of a name that docker-agent does not know, one that carries nothing. */
export function contractOf(event: string): EventContract {
  return (Object.hasOwn(CONTRACTS, event) ? CONTRACTS[event] : undefined) ?? {};
}

/** A host acts on a deny of the event. */
export function canBlock(event: string): boolean {
  const kind = eventKindOf(event);
  return kind.gates || kind.stops === true;
}
