import type { JsonObject } from "@gatehouse-hooks/json";
import { TOOLS } from "./tools.table.js";
import { objectIn, stringIn } from "../session/fields.js";
import { callOf, returned, said, type SaidRecord, type AgentTranscript } from "../session/said.js";

/**
 * Copilot CLI's session files: `{ type, data, agentId? }`. Each call is in several records; `tool.execution_start` is the one that has
 * all. What a subagent does is in the same file.
 */
export const copilotTranscript: AgentTranscript = {
  agent: "copilot",
  read: recordsOf,
  placeOf: (session) =>
    /^[0-9a-z-]{1,100}$/i.test(session) ? [".copilot", "session-state", session, "events.jsonl"] : undefined,
};

function recordsOf(lines: readonly JsonObject[]): readonly SaidRecord[] {
  return lines.flatMap((line) => {
    const records = recordOf(stringIn(line, "type"), objectIn(line, "data"));
    const agent = stringIn(line, "agentId") || stringIn(objectIn(line, "data"), "agentId");
    return agent === "" ? records : records.map((one) => ({ ...one, isSidechain: true as const }));
  });
}

function recordOf(type: string, data: JsonObject): readonly SaidRecord[] {
  const id = stringIn(data, "toolCallId");
  switch (type) {
    case "user.message":
      return [said("user", stringIn(data, "content"))];
    case "assistant.message":
      return [said("assistant", stringIn(data, "content"))];
    case "tool.execution_start":
      return [
        said("assistant", "", [
          callOf({ name: stringIn(data, "toolName"), input: data["arguments"], id }, TOOLS),
        ]),
      ];
    case "tool.execution_complete":
      return [returned({ id, output: data["result"] ?? data["error"] })];
    default:
      return [];
  }
}
