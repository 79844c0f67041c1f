import type { JsonObject } from "./json-value.js";
import { project } from "./project.js";

/** What of a policy decides which part of an event its judge sees. */
export interface Shows {
  /** Paths of the event; absent: all of it. */
  readonly uses?: readonly string[];
  /** The paths are those of the prompt's placeholders. */
  readonly usesFrom?: "prompt";
}

/**
 * The part of an event that a judge sees, which is what the key of its verdict holds: two events that look the same to the judge
 * are one question.
 *
 * An author's own `uses` is a promise: nothing else is ever shown. Where the paths come from the prompt, and the event has
 * nothing under any of them, the judge would be shown nothing at all; it sees the whole event instead.
 *
 * @example shownContext({ uses: ["params.command"] }, event) // { params: { command: "git push" } }
 */
export function shownContext({ uses, usesFrom }: Shows, event: JsonObject): JsonObject {
  if (uses === undefined) return event;
  const part = project(event, uses);
  return usesFrom === "prompt" && Object.keys(part).length === 0 ? event : part;
}
