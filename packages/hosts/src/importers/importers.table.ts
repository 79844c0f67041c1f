import { claudePermissions } from "../claude-code/import/claude-permissions.js";
import { hookifyRules } from "../claude-code/import/hookify/hookify-rules.js";
import { safetyNetRules } from "../claude-code/import/safety-net-rules.js";
import { codexRules } from "../codex/import/codex-rules.js";
import { copilotHooks } from "../copilot/copilot-hooks.js";
import { cursorHooks } from "../cursor/import/cursor-hooks.js";
import { cursorPermissions } from "../cursor/import/cursor-permissions.js";
import { dockerAgentRules } from "../docker-agent/permissions/docker-agent-rules.js";
import { geminiPolicies } from "../gemini-cli/import/gemini-policies.js";
import type { RuleImporter } from "../importing/rule-importer.js";
import { openCodePermissions } from "../opencode/import/opencode-permissions.js";

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
