import { type JsonValue, shorten } from "@gatehouse-hooks/json";

import { shortenStart } from "./fence-text.js";
import type { Transcript, TranscriptRecord } from "./transcript.js";

/** UTF-16 code units of a tool's input that are shown. */
const maxInput = 500;

/** Hides the secrets of whole values, before anything is cut. */
export interface Hider {
  readonly text: (text: string) => string;
  readonly value: (value: JsonValue) => JsonValue;
}

/**
 * The end of the conversation as a string, a line or more for each record, secrets hidden.
 *
 * @param limit - UTF-16 code units; earlier records are not read.
 */
export function showTranscript({ records }: Transcript, limit: number, hide: Hider): string {
  const shown: string[] = [];
  let length = 0;
  for (let at = records.length - 1; at >= 0 && length <= limit; at--) {
    const record = records[at];
    const lines = record === undefined ? [] : linesOf(record, hide);
    shown.unshift(...lines);
    for (const line of lines) length += line.length + 1;
  }
  return shortenStart(shown.join("\n"), limit);
}

function linesOf({ role, text, toolCalls }: TranscriptRecord, hide: Hider): readonly string[] {
  return [
    ...(text === "" ? [] : [`${role}: ${hide.text(text)}`]),
    ...toolCalls.map(
      ({ name, input }) =>
        `${role} calls ${name}: ${shorten(hide.text(JSON.stringify(hide.value(input))), maxInput)}`,
    ),
  ];
}
