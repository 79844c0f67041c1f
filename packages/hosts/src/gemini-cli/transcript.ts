import type { JsonObject } from "@gatehouse-hooks/json";
import { TOOLS } from "./tools.table.js";
import { objectsIn, stringIn } from "../session/fields.js";
import { callOf, joined, resultsOf, said, type SaidRecord, type AgentTranscript } from "../session/said.js";

/**
 * Gemini CLI's session files: messages, and changes (`$set`) that repeat them in another form. A message is written again with its
 * calls: the last one of an id counts, in the place of the first.
 */
export const geminiCliTranscript: AgentTranscript = {
  agent: "gemini-cli",
  read: recordsOf,
};

function recordsOf(lines: readonly JsonObject[]): readonly SaidRecord[] {
  const records = new Map<string, SaidRecord>();
  lines.forEach((line, at) => {
    const type = stringIn(line, "type");
    if (type !== "user" && type !== "gemini") return;
    records.set(stringIn(line, "id") || `line ${at}`, recordOf(line, type));
  });
  return [...records.values()];
}

function recordOf(line: JsonObject, type: "user" | "gemini"): SaidRecord {
  const text =
    stringIn(line, "content") || joined(objectsIn(line, "content").map((part) => stringIn(part, "text")));
  if (type === "user") return said("user", text.startsWith("<session_context>") ? "" : text);
  const calls = objectsIn(line, "toolCalls");
  return {
    ...said(
      "assistant",
      text,
      calls.map((call) =>
        callOf({ name: stringIn(call, "name"), input: call["args"], id: stringIn(call, "id") }, TOOLS),
      ),
    ),
    // A call is written when it has ended.
    toolResults: calls.map((call) => stringIn(call, "id")).filter((id) => id !== ""),
    results: resultsOf(
      calls.map((call) => ({
        id: stringIn(call, "id"),
        output: stringIn(call, "resultDisplay") || call["result"],
      })),
    ),
  };
}
