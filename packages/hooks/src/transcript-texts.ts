import type { Moment } from "./moment.js";
import { textIn } from "./event-fields.js";

/** A prompt that the user submits, as Claude Code and as canonical events call it. */
const prompts: ReadonlySet<string> = new Set(["UserPromptSubmit", "prompt"]);

/**
 * The messages that signals score: the last `window` that user and assistant said, oldest first. Tool calls, their results
 * and records that say nothing do not count. For a prompt that the user submits: only that prompt.
 */
export function transcriptTexts({ event, transcript }: Moment, window: number): readonly string[] {
  const prompt = prompts.has(event.event) ? textIn(event, "prompt") : undefined;
  if (prompt !== undefined) return [prompt];
  const texts: string[] = [];
  for (let at = transcript.records.length - 1; at >= 0 && texts.length < window; at--) {
    const text = transcript.records[at]?.text ?? "";
    if (text !== "") texts.push(text);
  }
  return texts.reverse();
}
