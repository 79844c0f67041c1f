import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isAbsolute } from "node:path";

import type { Event } from "@gatehouse-hooks/engine";

import { textIn } from "./event-fields.js";
import { parseTranscript, readTranscript, type Transcript } from "./transcript.js";

/** Reads the end of a text file. */
export type TranscriptReader = (path: string) => Promise<string>;

/** Bytes of a transcript that are read: its end. */
const maxBytes = 16 * 1_024 * 1_024;

/**
 * Reads the conversation from the file that an event names in `transcript_path`, as Claude Code's events do: for `transcript`
 * of `bindHooks`. What the event itself holds as `transcript` comes first, then the subagent's own conversation
 * (`agent_transcript_path`, of an event about a subagent that stops). A file that does not exist, is not regular, or cannot be
 * read is a conversation with `missing`: the hook is told, and a gate with signals asks its model.
 *
 * @param read - default: the last 16 MiB of a regular file; a link, a pipe or a device is not read.
 */
export function fileTranscripts(read: TranscriptReader = readEnd): (event: Event) => Promise<Transcript> {
  return async (event) => {
    if (Object.hasOwn(event, "transcript")) return readTranscript(event["transcript"] ?? null);
    const agents = textIn(event, "agent_transcript_path");
    const path = agents ?? textIn(event, "transcript_path");
    if (path === undefined) return missing("the event has neither `transcript` nor `transcript_path`");
    if (!isAbsolute(path) || path.includes("\0")) return missing("`transcript_path` is not an absolute path");
    try {
      const { records, subagents } = parseTranscript(await read(path));
      // To a subagent its own records are those of the conversation.
      return agents === undefined
        ? { records, subagents }
        : { records: [...records, ...subagents], subagents: [] };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      return missing(
        `the file that \`transcript_path\` names cannot be read${code === "" ? "" : ` (${code})`}`,
      );
    }
  };
}

function missing(why: string): Transcript {
  return { records: [], subagents: [], missing: `no transcript: ${why}` };
}

async function readEnd(path: string): Promise<string> {
  // A pipe would wait for a writer, and a link may lead anywhere.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const state = await file.stat();
    if (!state.isFile()) throw new TypeError("a transcript is a regular file");
    const length = Math.min(state.size, maxBytes);
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, state.size - length);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    // The first line may be half a record.
    return length < state.size ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    await file.close();
  }
}
