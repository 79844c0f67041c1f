import { eventKindOf } from "@gatehouse/engine";

/** Document 001's events that stop no action: after the fact, or about the conversation. */
const free: ReadonlySet<string> = new Set([
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "PreCompact",
  "Notification",
  "SessionStart",
  "SessionEnd",
]);

/** Whether a deny of one of the events stops an action of the agent. An event that nobody documents does. */
export function gatesAction(events: readonly string[]): boolean {
  return events.some((event) => !free.has(event) && eventKindOf(event).gates);
}
