import { clip } from "./fence-text.js";
import type { Transcript } from "./transcript.js";

/** UTF-16 code units of a tool's input that are shown. */
const maxInput = 500;

/** The conversation as a text, a line or more for each record. */
export function showTranscript({ records }: Transcript): string {
  return records
    .flatMap(({ role, text, toolCalls }) => [
      ...(text === "" ? [] : [`${role}: ${text}`]),
      ...toolCalls.map(
        ({ name, input }) => `${role} calls ${name}: ${clip(JSON.stringify(input), maxInput)}`,
      ),
    ])
    .join("\n");
}
