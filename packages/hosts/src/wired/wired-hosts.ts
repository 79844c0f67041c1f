import { claudeCodeHost } from "../claude-code/host.js";
import { codexHost } from "../codex/host.js";
import { copilotHost } from "../copilot/host.js";
import { cursorHost } from "../cursor/host.js";
import { geminiCliHost } from "../gemini-cli/host.js";
import { openCodeHost } from "../opencode/host.js";
import { qwenCodeHost } from "../qwen-code/host.js";
import { dockerAgentWired } from "../docker-agent/wired.js";
import type { WiredHost } from "../wire/wired-host.js";

/**
 * The hosts whose hooks are processes, without what reads files: a hook that is started for each call loads no more than it needs. A
 * test compares the list with `HOSTS`.
 */
export const WIRED_HOSTS: readonly WiredHost[] = [
  dockerAgentWired,
  claudeCodeHost,
  codexHost,
  geminiCliHost,
  copilotHost,
  openCodeHost,
  cursorHost,
  qwenCodeHost,
];
