import { claudeCodeHost } from "./claude-code/host.js";
import { codexHost } from "./codex/host.js";
import { copilotHost } from "./copilot/host.js";
import { cursorHost } from "./cursor/host.js";
import { dockerAgentHost } from "./docker-agent/host.js";
import { gatehouseHost } from "./gatehouse/host.js";
import { geminiCliHost } from "./gemini-cli/host.js";
import type { Host } from "./host.js";
import { mayrosHost } from "./mayros/host.js";
import { mimirHost } from "./mimir/host.js";
import { openCodeHost } from "./opencode/host.js";
import { qwenCodeHost } from "./qwen-code/host.js";

/** Every host, in the order in which they are asked whose a file is. Adding one is a folder and a line here. */
export const HOSTS: readonly Host[] = [
  gatehouseHost,
  mimirHost,
  dockerAgentHost,
  mayrosHost,
  claudeCodeHost,
  codexHost,
  geminiCliHost,
  copilotHost,
  openCodeHost,
  cursorHost,
  qwenCodeHost,
];
