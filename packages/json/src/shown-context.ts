import { isRecord } from "./own.js";
import type { JsonObject } from "./json-value.js";
import { project } from "./project.js";

/** What tells one call from the same call made again, and nothing about what it does: numbers of calls and of turns, times. */
const PASSING: ReadonlySet<string> = new Set([
  ...["toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "callId", "callID"],
  ...[
    "prompt_id",
    "promptId",
    "turn_id",
    "turnId",
    "generation_id",
    "execution_id",
    "message_id",
    "request_id",
  ],
  ...["timestamp", "duration_ms", "durationMs"],
]);

/** What of a policy decides which part of an event its judge sees. */
export interface Shows {
  /** Paths of the event; absent: all of it. */
  readonly uses?: readonly string[];
  /** The paths are those of the prompt's placeholders. */
  readonly usesFrom?: "prompt";
}

/**
 * The part of an event that a judge sees, which is what the key of its verdict holds: two events that look the same to the judge
 * are one question. Where all of it is shown, the numbers and times by which an agent tells its calls apart are not, neither of the event
 * nor of the payload as it came (`raw`): with them no call would ever be the same as one before.
 *
 * An author's own `uses` is a promise: nothing else is ever shown. Where the paths come from the prompt, and the event has
 * nothing under any of them, the judge would be shown nothing at all; it sees the whole event instead.
 *
 * @example shownContext({ uses: ["params.command"] }, event) // { params: { command: "git push" } }
 */
export function shownContext({ uses, usesFrom }: Shows, event: JsonObject): JsonObject {
  if (uses === undefined) return lasting(event);
  const part = project(event, uses);
  return usesFrom === "prompt" && Object.keys(part).length === 0 ? lasting(event) : part;
}

function lasting(event: JsonObject): JsonObject {
  const { raw } = event;
  const kept = withoutPassing(event);
  return isRecord(raw) ? { ...kept, raw: withoutPassing(raw) } : kept;
}

function withoutPassing(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !PASSING.has(key)));
}
