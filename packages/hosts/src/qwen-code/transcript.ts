import type { JsonObject } from "@gatehouse-hooks/json";
import { TOOLS } from "./tools.table.js";
import { objectIn, objectsIn, stringIn } from "../session/fields.js";
import { callOf, joined, returned, said, type SaidRecord, type AgentTranscript } from "../session/said.js";

/** Qwen Code's session files: Claude Code's frame around Gemini's messages. */
export const qwenCodeTranscript: AgentTranscript = {
  agent: "qwen-code",
  read: recordsOf,
};

function recordsOf(lines: readonly JsonObject[]): readonly SaidRecord[] {
  return lines.flatMap((line) => recordOf(line));
}

function recordOf(line: JsonObject): readonly SaidRecord[] {
  const parts = objectsIn(objectIn(line, "message"), "parts");
  const text = joined(parts.filter((part) => part["thought"] !== true).map((part) => stringIn(part, "text")));
  switch (stringIn(line, "type")) {
    case "user": {
      const from = stringIn(line, "provenance");
      return [said("user", from === "" || from === "real_user" ? text : "")];
    }
    case "assistant": {
      const calls = parts
        .map((part) => objectIn(part, "functionCall"))
        .filter((call) => Object.hasOwn(call, "name"));
      const made = calls.map((call) =>
        callOf({ name: stringIn(call, "name"), input: call["args"], id: stringIn(call, "id") }, TOOLS),
      );
      return [said("assistant", text, made)];
    }
    case "tool_result":
      return [
        returned(
          ...parts
            .map((part) => objectIn(part, "functionResponse"))
            .map((part) => ({ id: stringIn(part, "id"), output: part["response"] })),
        ),
      ];
    default:
      return [];
  }
}
