import type { Moment } from "./moment.js";
import { textIn } from "./event-fields.js";

/**
 * The texts that signals score: what user and assistant said in the last `window` records, oldest first. Tool calls and
 * their results are no texts. For a prompt that the user submits: only that prompt.
 */
export function transcriptTexts({ event, transcript }: Moment, window: number): readonly string[] {
  const prompt = event.event === "UserPromptSubmit" ? textIn(event, "prompt") : undefined;
  if (prompt !== undefined) return [prompt];
  return transcript.records
    .slice(Math.max(0, transcript.records.length - window))
    .map(({ text }) => text)
    .filter((text) => text !== "");
}
