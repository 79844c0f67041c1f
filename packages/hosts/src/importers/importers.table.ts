import { claudePermissions, claudeOwnRules } from "../claude-code/import/claude-permissions.js";
import { hookifyRules } from "../claude-code/import/hookify/hookify-rules.js";
import { safetyNetRules } from "../claude-code/import/safety-net-rules.js";
import { codexRules, codexOwnRules } from "../codex/import/codex-rules.js";
import { copilotHooks, copilotOwnRules } from "../copilot/copilot-hooks.js";
import { cursorHooks } from "../cursor/import/cursor-hooks.js";
import { cursorPermissions, cursorOwnRules } from "../cursor/import/cursor-permissions.js";
import { dockerAgentRules, dockerAgentOwnRules } from "../docker-agent/permissions/docker-agent-rules.js";
import { geminiPolicies, geminiOwnRules } from "../gemini-cli/import/gemini-policies.js";
import type { RuleImporter } from "../importing/rule-importer.js";
import { openCodePermissions, openCodeOwnRules } from "../opencode/import/opencode-permissions.js";
import type { OwnRules } from "../importing/own-rules.js";

/** Whose rule files are read, one line each. */
export const IMPORTERS: readonly RuleImporter[] = [
  claudePermissions,
  hookifyRules,
  safetyNetRules,
  codexRules,
  geminiPolicies,
  cursorPermissions,
  cursorHooks,
  copilotHooks,
  openCodePermissions,
  dockerAgentRules,
];

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
