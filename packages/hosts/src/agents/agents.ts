import { AGENT as claudeCode } from "../claude-code/agent.js";
import { AGENT as codex } from "../codex/agent.js";
import { AGENT as geminiCli } from "../gemini-cli/agent.js";
import { AGENT as copilot } from "../copilot/agent.js";
import { AGENT as opencode } from "../opencode/agent.js";
import { AGENT as cursor } from "../cursor/agent.js";
import { AGENT as qwenCode } from "../qwen-code/agent.js";
import { AGENT as dockerAgent } from "../docker-agent/agent.js";
import { AGENT as vscode } from "../vscode/agent.js";
import { AGENT as cline } from "../cline/agent.js";
import { AGENT as pi } from "../pi/agent.js";
import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";

/** Every agent that is described. A new agent is a folder with an `agent.ts`, and a line here. */
export const AGENTS: readonly AgentDescriptor[] = [
  claudeCode,
  codex,
  geminiCli,
  copilot,
  opencode,
  cursor,
  qwenCode,
  dockerAgent,
  vscode,
  cline,
  pi,
];
