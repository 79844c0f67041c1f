import { claudeCodeHost } from "../claude-code/host.js";
import { codexHost } from "../codex/host.js";
import { copilotHost } from "../copilot/host.js";
import { cursorHost } from "../cursor/host.js";
import { geminiCliHost } from "../gemini-cli/host.js";
import { openCodeHost } from "../opencode/host.js";
import { qwenCodeHost } from "../qwen-code/host.js";
import { vsCodeHost } from "../vscode/host.js";
import type { WiredHost } from "../wire/wired-host-from.js";

/** The hosts whose hooks are processes, and that are small enough to be loaded whole by each of these. */
export const WHOLE_WIRED_HOSTS: readonly WiredHost[] = [
  claudeCodeHost,
  codexHost,
  geminiCliHost,
  copilotHost,
  openCodeHost,
  cursorHost,
  qwenCodeHost,
  vsCodeHost,
];
