import type { JsonObject } from "@gatehouse-hooks/json";
import { objectIn, stringIn } from "../session/fields.js";
import type { AgentTranscript } from "../session/said.js";

/** Cursor's transcript: messages in the words of the package `hooks`, with the role outside of each. */
export const cursorTranscript: AgentTranscript = {
  agent: "cursor",
  read: (lines) =>
    lines.map((line): JsonObject => ({ ...objectIn(line, "message"), role: stringIn(line, "role") })),
};
