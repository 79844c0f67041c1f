import { type JsonValue, shorten } from "@gatehouse-hooks/json";

import { shortenStart } from "./fence-text.js";
import type { Transcript, TranscriptRecord } from "./transcript.js";

/** UTF-16 code units of a tool's input that are shown. */
const maxInput = 500;
/** UTF-16 code units of a tool's name, which a conversation may make up. */
const maxName = 100;
/** UTF-16 code units of a result that are shown of its beginning, and of its end. */
const maxEnd = 1_500;
/** UTF-16 code units at either end of a result that are looked through for secrets. */
const maxLookedAt = 65_536;

/** Hides the secrets of whole values, before anything is cut. */
export interface Hider {
  readonly text: (text: string) => string;
  readonly value: (value: JsonValue) => JsonValue;
}

/** Said in place of what does not fit: an answer about the whole must not be made of a part unawares. */
const LEFT_OUT = "[an earlier part of the conversation is left out]";

/**
 * The end of the conversation as a string, a line or more for each record, secrets hidden: what was said, what was called, and what
 * came back.
 *
 * @param limit - UTF-16 code units; earlier records are not read.
 */
export function showTranscript({ records }: Transcript, limit: number, hide: Hider): string {
  const names = new Map(
    records.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name] as const)),
  );
  const shown: string[] = [];
  let length = 0;
  let at = records.length - 1;
  for (; at >= 0 && length <= limit; at--) {
    const record = records[at];
    const lines = record === undefined ? [] : linesOf(record, names, hide);
    shown.unshift(...lines);
    for (const line of lines) length += line.length + 1;
  }
  const text = shown.join("\n");
  if (at < 0 && text.length <= limit) return text;
  return `${LEFT_OUT}\n${shortenStart(text, Math.max(0, limit - LEFT_OUT.length - 1))}`;
}

function linesOf(
  { role, text, toolCalls, results = [] }: TranscriptRecord,
  names: ReadonlyMap<string | undefined, string>,
  hide: Hider,
): readonly string[] {
  return [
    ...(text === "" ? [] : [`${role}: ${hide.text(text)}`]),
    ...toolCalls.map(
      ({ name, input }) =>
        `${role} calls ${shorten(hide.text(name), maxName)}: ${shorten(hide.text(JSON.stringify(hide.value(input))), maxInput)}`,
    ),
    ...results.map(({ call, output }) => {
      const name = names.get(call);
      return `result${name === undefined ? "" : ` of ${shorten(hide.text(name), maxName)}`}: ${endsOf(hide.text(endsOf(output, maxLookedAt)), maxEnd)}`;
    }),
  ];
}

/** A long text by its beginning and its end: that is where it says what it is, and how it ended. */
function endsOf(text: string, limit: number): string {
  if (text.length <= 2 * limit) return text;
  const left = text.length - 2 * limit;
  return `${shorten(text, limit)} [${left} characters left out] ${shortenStart(text, limit)}`;
}
