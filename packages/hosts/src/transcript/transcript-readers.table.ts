import type { JsonObject } from "@gatehouse-hooks/json";
import { readCodex } from "./read-codex.js";
import { readCopilot } from "./read-copilot.js";
import { readGeminiCli } from "./read-gemini-cli.js";
import { readQwenCode } from "./read-qwen-code.js";
import { objectIn, type ReadSaid, stringIn } from "./said.js";

/**
 * How the lines of the file are read that an agent's payload names as its transcript, by the host's name. Claude Code's are what the
 * package `hooks` reads by itself. Cursor's are its messages with the role outside. OpenCode and docker-agent name no file.
 */
export const TRANSCRIPT_READERS: Readonly<Record<string, ReadSaid>> = {
  "claude-code": (lines) => lines,
  codex: readCodex,
  "gemini-cli": readGeminiCli,
  copilot: readCopilot,
  "qwen-code": readQwenCode,
  cursor: (lines) =>
    lines.map((line): JsonObject => ({ ...objectIn(line, "message"), role: stringIn(line, "role") })),
};
