import type { HookCallbackMatcher, HookEvent, HookJSONOutput } from "@anthropic-ai/claude-agent-sdk";
import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import { isRecord, own } from "@gatehouse-hooks/json";
import type { EventFields } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { answerPayload } from "./claude-code.js";
import { promptedCalls } from "./prompted-calls.js";

/** How the hooks of an agent decide. */
export interface AgentHooksOptions {
  /** The events that are decided. Default: those that policies for all agents are about (`AGENT_HOOK_EVENTS`). */
  readonly events?: readonly HookEvent[];
  /** More fields of the events, for example `workspace`. */
  readonly event?: EventFields;
  /** Milliseconds for a decision. Default 45,000; afterwards it is a deny. */
  readonly deadlineMs?: number;
}

/** Claude Code's events that are canonical ones (docs/events.md). */
export const AGENT_HOOK_EVENTS: readonly HookEvent[] = Object.freeze<HookEvent[]>([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "Stop",
]);

const OPTIONS: ReadonlySet<string> = new Set<keyof AgentHooksOptions>(["events", "event", "deadlineMs"]);
const DEADLINE_MS = 45_000;
/** Seconds by which the SDK waits longer than the deadline: a hook that it stops waiting for lets the call happen. */
const MARGIN_S = 15;

/**
 * The hooks of a query, decided by the policies: `query({ prompt, options: { hooks: hooks(gatehouse) } })`. A deny is a call that does
 * not happen, an ask is the SDK's own permission prompt (`canUseTool`), a rewrite is what the tool gets.
 *
 * The callbacks never throw, so the SDK's `onFailure` does not matter.
 *
 * @throws TypeError for an unknown option
 */
export function hooks(
  gatehouse: Gatehouse,
  options: AgentHooksOptions = {},
): Partial<Record<HookEvent, HookCallbackMatcher[]>> {
  refuseUnknownOptions(options, OPTIONS);
  const { events = AGENT_HOOK_EVENTS, event, deadlineMs = DEADLINE_MS } = options;
  const decide = async (
    input: unknown,
    _: string | undefined,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<HookJSONOutput> => {
    const settings = { event, deadlineMs };
    const calls = promptedCalls(gatehouse);
    const name = own(input, "hook_event_name");
    const isPrompted = calls !== undefined && isRecord(input) && name === "PreToolUse";
    const remembers = isPrompted ? "unless-asked" : "always";
    if (name === "PostToolUse" || name === "PostToolUseFailure") {
      const asked = calls?.ended(own(input, "tool_use_id"));
      if (asked !== undefined) await answerPayload(gatehouse, asked, { ...settings, call: { signal } });
    }
    const answered = await answerPayload(gatehouse, input, { ...settings, call: { signal, remembers } });
    if (isPrompted) calls.hooked(input, answered);
    return answered.answer;
  };
  const matcher: HookCallbackMatcher = {
    hooks: [decide],
    timeout: Math.ceil(deadlineMs / 1_000) + MARGIN_S,
  };
  return Object.fromEntries(events.map((name) => [name, [matcher]]));
}
