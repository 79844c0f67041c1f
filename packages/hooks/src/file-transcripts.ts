import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isAbsolute } from "node:path";

import type { Event } from "@gatehouse-hooks/engine";

import process from "node:process";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { inPayload } from "./event-fields.js";
import { parseLines, readTranscript, type Transcript, type TranscriptRecord } from "./transcript.js";

/** Reads the end of a text file. */
export type TranscriptReader = (path: string) => Promise<string>;

/** Turns the lines of one agent's transcripts into records that `readTranscript` takes. */
export type LineReader = (lines: readonly JsonObject[]) => readonly JsonObject[];

/** How transcripts are read. */
export interface FileTranscriptsOptions {
  /** Default: the last 16 MiB of a regular file of the user; a link, a pipe or a device is not read. */
  readonly read?: TranscriptReader;
  /**
   * By the `host` of the event: how its lines are read, for agents other than Claude Code. An event with a host that is not among
   * them has no transcript; one without a host is Claude Code's.
   */
  readonly hosts?: Readonly<Record<string, LineReader>>;
}

/** Bytes of a transcript that are read: its end. */
const maxBytes = 16 * 1_024 * 1_024;

/**
 * Reads the conversation from the file that an event names in `transcript_path`, as Claude Code's events do: for `transcript`
 * of `bindHooks`. What the event itself holds as `transcript` comes first, then the subagent's own conversation
 * (`agent_transcript_path`, of an event about a subagent that stops). A file that does not exist, is not regular, or cannot be
 * read is a conversation with `missing`: the hook is told, and a gate with signals asks its model.
 * With `hosts`, a file in which nobody says anything is `missing`, too: its format is not the one that is known.
 *
 * @param given - the reader of files, or the options.
 */
export function fileTranscripts(
  given: TranscriptReader | FileTranscriptsOptions = {},
): (event: Event) => Promise<Transcript> {
  const { read = readEnd, hosts } = typeof given === "function" ? { read: given } : given;
  return async (event) => {
    if (Object.hasOwn(event, "transcript")) return readTranscript(event["transcript"] ?? null);
    const agents = inPayload(event, "agent_transcript_path", "agentTranscriptPath");
    const path = agents ?? inPayload(event, "transcript_path", "transcriptPath");
    if (path === undefined) return missing("the event has neither `transcript` nor `transcript_path`");
    if (!isAbsolute(path) || path.includes("\0")) return missing("`transcript_path` is not an absolute path");
    const host = hosts === undefined ? undefined : inPayload(event, "host");
    const records = host === undefined || hosts === undefined ? undefined : own(hosts, host);
    if (host !== undefined && records === undefined)
      return missing(`the transcripts of ${host} are in a format that is not known`);
    try {
      const lines = parseLines(await read(path));
      return conversationOf(lines, records, agents !== undefined);
    } catch (error) {
      return missing(`the file that \`transcript_path\` names cannot be read${codeOf(error)}`);
    }
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}

function conversationOf(
  lines: readonly JsonValue[],
  readLines: LineReader | undefined,
  isSubagents: boolean,
): Transcript {
  const given = readLines === undefined ? lines : readLines(lines.filter((line) => isRecord(line)));
  const { records, subagents } = readTranscript(given);
  const all = [...records, ...subagents];
  if (readLines !== undefined && lines.length > 0 && !all.some(speaks))
    return missing("the file that `transcript_path` names is in a format that is not known");
  // To a subagent its own records are those of the conversation.
  return isSubagents ? { records: all, subagents: [] } : { records, subagents };
}

function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function speaks({ role }: TranscriptRecord): boolean {
  return role !== "other";
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
    const user = process.getuid?.();
    if (user !== undefined && state.uid !== user) throw new TypeError("a transcript is the user's own file");
    const length = Math.min(state.size, maxBytes);
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, state.size - length);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    // The first line may be half a record.
    return length < state.size ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    await file.close();
  }
}
