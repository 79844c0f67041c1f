/** Where agents keep their sessions, below the user's home. */
export const SESSION_PLACES: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [".claude/projects"],
  codex: [".codex/sessions", ".codex/archived_sessions"],
  "gemini-cli": [".gemini/tmp"],
  copilot: [".copilot/session-state"],
  opencode: [".local/share/opencode/opencode.db"],
  "qwen-code": [".qwen/projects"],
  cline: [".cline/data/sessions"],
  pi: [".pi/agent/sessions"],
};
