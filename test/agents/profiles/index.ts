import type { AgentName } from "../agent-name.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { geminiCli } from "./gemini-cli.js";
import { opencode } from "./opencode.js";
import type { Profile } from "./profile.js";
import { qwenCode } from "./qwen-code.js";

/** The profile of each agent. */
export const PROFILES: Readonly<Record<AgentName, Profile>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  copilot,
  opencode,
  "qwen-code": qwenCode,
};
