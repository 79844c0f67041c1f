import { isRecord, type JsonObject, type JsonValue, own, parseJson, isList } from "@gatehouse-hooks/json";

import { endedIn, isInjected, withoutInjected } from "./injected-text.js";

/** A tool that the agent called. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly id?: string;
  /** What a host's reader knows of the tool: `shell`, `read`, `write`, `edit` …; the input then has `command`, `path` or `paths`. */
  readonly kind?: string;
}

/** One message of a conversation. The unit of a window. Plain JSON. */
export interface TranscriptRecord {
  readonly role: "user" | "assistant" | "other";
  /** What was said; empty for records that only hold tool calls or results. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Ids of calls whose results this record holds. */
  readonly toolResults: readonly string[];
  /** What came back, as far as the record says it; shown to a model, and never text that was said. */
  readonly results?: readonly ToolResult[];
  /** Calls whose result says that they run on in the background, by the id of the call and that of the task. */
  readonly launched?: readonly LaunchedTask[];
  /** Ids of calls or tasks that, as this record says, have ended in the background. */
  readonly ended?: readonly string[];
}

/** What came back of a call. */
export interface ToolResult {
  /** The id of the call; empty when it is not known. */
  readonly call: string;
  readonly output: string;
}

/** A call that runs on in the background after its result. */
export interface LaunchedTask {
  readonly call: string;
  /** Empty when it is not known. */
  readonly task: string;
}

/** A conversation, oldest record first. Plain JSON. */
export interface Transcript {
  readonly records: readonly TranscriptRecord[];
  /** Records of subagents. */
  readonly subagents: readonly TranscriptRecord[];
  /** Why the conversation is missing although there should be one: a message for the operator. */
  readonly missing?: string;
}

/** The records that are kept of a transcript: the last ones. */
const maxRecords = 10_000;

/**
 * Reads records, untrusted: `{ role, text, toolCalls }`, or messages of Claude Code's transcripts (`{ type, message }`).
 * What is neither is a record of the role `other` without text. What the agent's program wrote into the conversation
 * (summaries, reminders, notices of ended tasks) is not text either: it was not said.
 */
export function readTranscript(value: JsonValue): Transcript {
  const items = isList(value) ? value.slice(-maxRecords) : [];
  const records: TranscriptRecord[] = [];
  const subagents: TranscriptRecord[] = [];
  for (const item of items) {
    const isSubagents = isRecord(item) && own(item, "isSidechain") === true;
    (isSubagents ? subagents : records).push(readEntry(item));
  }
  return { records, subagents };
}

/** Reads a transcript of JSON Lines, one record a line. A line that is not JSON is a record without text. */
export function parseTranscript(text: string): Transcript {
  return readTranscript(parseLines(text));
}

/** The last lines of JSON Lines; null for one that is not JSON. */
export function parseLines(text: string): readonly JsonValue[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-maxRecords).map((line) => {
    const read = parseJson(line, { maxBytes: 8 * 1024 * 1024, loneSurrogates: "keep" });
    return "issue" in read ? null : (read.value ?? null);
  });
}

/** Where the current turn begins: the index of the last thing that the user said, or 0. */
export function turnStart(records: readonly TranscriptRecord[]): number {
  return Math.max(
    0,
    records.findLastIndex(({ role, text }) => role === "user" && text !== ""),
  );
}

function readEntry(value: JsonValue): TranscriptRecord {
  const outer = isRecord(value) ? value : {};
  const inner = own(outer, "message");
  const message = isRecord(inner) ? inner : outer;
  const role = roleOf(own(message, "role") ?? own(outer, "type"));
  const content = own(message, "content") ?? own(message, "text") ?? null;
  const blocks = recordsIn(content);
  const texts = typeof content === "string" ? [content] : textBlocks(blocks);
  const spoken = isInjected(outer) ? [] : role === "user" ? texts.map(withoutInjected) : texts;
  const returned = blocks.filter((block) => own(block, "type") === "tool_result");
  const results = returned.map((block) => stringIn(block, "tool_use_id"));
  const outputs = [
    ...returned.map((block) => ({
      call: stringIn(block, "tool_use_id"),
      output: outputOf(own(block, "content")),
    })),
    ...recordsIn(own(message, "results")).map((one) => ({
      call: stringIn(one, "call"),
      output: outputOf(own(one, "output")),
    })),
  ].filter(({ output }) => output !== "");
  const launched = launchedBy(own(outer, "toolUseResult"), results);
  const ended = role === "user" ? texts.flatMap(endedIn) : [];
  return {
    role,
    text: spoken.filter((text) => text !== "").join("\n"),
    toolCalls: [
      ...blocks.filter((block) => own(block, "type") === "tool_use"),
      ...recordsIn(own(message, "toolCalls")),
    ].map(readCall),
    toolResults: [...results, ...textsOf(own(message, "toolResults"))],
    ...(outputs.length === 0 ? {} : { results: outputs }),
    ...(launched.length === 0 ? {} : { launched }),
    ...(ended.length === 0 ? {} : { ended }),
  };
}

function roleOf(named: JsonValue | undefined): TranscriptRecord["role"] {
  return named === "user" || named === "assistant" ? named : "other";
}

function textBlocks(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter((block) => own(block, "type") === "text").map((block) => stringIn(block, "text"));
}

/** What a result holds as a string: its text, or the JSON of anything else. */
function outputOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const parts = recordsIn(value).map((part) => stringIn(part, "text"));
  return parts.some((text) => text !== "") ? parts.join("\n") : JSON.stringify(value);
}

/** The result of a call of Claude Code's that goes on in the background. */
function launchedBy(result: JsonValue | undefined, [call]: readonly string[]): readonly LaunchedTask[] {
  if (!isRecord(result) || call === undefined) return [];
  const isAsync = own(result, "isAsync") === true || own(result, "status") === "async_launched";
  return isAsync ? [{ call, task: stringIn(result, "agentId") || stringIn(result, "taskId") }] : [];
}

function readCall(block: JsonObject): ToolCall {
  const input = own(block, "input");
  const id = stringIn(block, "id");
  const kind = stringIn(block, "kind");
  return {
    name: stringIn(block, "name"),
    input: isRecord(input) ? input : {},
    ...(id === "" ? {} : { id }),
    ...(kind === "" ? {} : { kind }),
  };
}

function recordsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter((item) => isRecord(item)) : [];
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function stringIn(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}
