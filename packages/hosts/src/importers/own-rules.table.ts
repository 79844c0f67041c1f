import type { OwnRules } from "../importing/own-rules.js";
import { claudeOwnRules } from "../claude-code/import/claude-permissions.js";
import { codexOwnRules } from "../codex/import/codex-rules.js";
import { geminiOwnRules } from "../gemini-cli/import/gemini-policies.js";
import { openCodeOwnRules } from "../opencode/import/opencode-permissions.js";
import { cursorOwnRules } from "../cursor/import/cursor-permissions.js";
import { copilotOwnRules } from "../copilot/copilot-hooks.js";
import { dockerAgentOwnRules } from "../docker-agent/permissions/own-rules.js";

/** One for each agent that carries out a rewrite. An agent that is not here is one whose rules nobody has looked at. */
export const OWN_RULES: readonly OwnRules[] = [
  claudeOwnRules,
  codexOwnRules,
  geminiOwnRules,
  openCodeOwnRules,
  cursorOwnRules,
  copilotOwnRules,
  dockerAgentOwnRules,
];
