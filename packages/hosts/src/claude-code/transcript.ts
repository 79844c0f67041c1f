import type { AgentTranscript } from "../session/said.js";

/**
 * Claude Code's transcript: JSON Lines, the whole conversation with its tool calls and what came back of them, subagents' among them. Its
 * lines are in the words of the package `hooks`, which were made of them: they are handed on as they are.
 */
export const claudeCodeTranscript: AgentTranscript = {
  agent: "claude-code",
  read: (lines) => lines,
};
