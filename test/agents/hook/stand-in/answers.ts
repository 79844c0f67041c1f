import type { AgentName } from "../../agent-name.js";
import { type Decision, REASONS, REWRITTEN } from "../decision.js";

/** The decisions that an agent can be told. */
export type Told = Exclude<Decision, "slow" | "edited" | "disguise">;

/** How an agent spells answers; what it cannot express is degraded to something stricter. Absent: nothing is printed. */
export type Answers = Readonly<Partial<Record<Told, object>>>;

const REWRITE = { command: `touch ${REWRITTEN}` };
const NEEDS_APPROVAL = `needs approval: ${REASONS.ask}`;

const claude = (fields: object): object => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});

const claudeCode: Answers = {
  allow: claude({ permissionDecision: "allow", permissionDecisionReason: "fine" }),
  deny: claude({ permissionDecision: "deny", permissionDecisionReason: REASONS.deny }),
  ask: claude({ permissionDecision: "ask", permissionDecisionReason: REASONS.ask }),
  warn: { systemMessage: REASONS.warn },
  rewrite: claude({ updatedInput: { ...REWRITE, description: "test" } }),
  context: claude({ additionalContext: REASONS.context }),
};

/** What each agent obeys, in the versions of `agent-packages.table.ts`. */
export const ANSWERS: Readonly<Record<AgentName, Answers>> = {
  "claude-code": claudeCode,
  codex: {
    ...claudeCode,
    allow: claude({ permissionDecision: "allow" }),
    ask: claude({ permissionDecision: "deny", permissionDecisionReason: NEEDS_APPROVAL }),
    rewrite: claude({ permissionDecision: "allow", updatedInput: REWRITE }),
  },
  "gemini-cli": {
    allow: { decision: "allow" },
    deny: { decision: "deny", reason: REASONS.deny },
    ask: { decision: "deny", reason: NEEDS_APPROVAL },
    warn: { systemMessage: REASONS.warn },
    rewrite: { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: REWRITE } },
    context: {
      hookSpecificOutput: { hookEventName: "BeforeTool", additionalContext: REASONS.context },
    },
  },
  // An allow would override the user's own deny list.
  copilot: {
    deny: { permissionDecision: "deny", permissionDecisionReason: REASONS.deny },
    ask: { permissionDecision: "ask", permissionDecisionReason: REASONS.ask },
    rewrite: { modifiedArgs: { ...REWRITE, description: "test" } },
    context: { additionalContext: REASONS.context },
  },
  opencode: {
    deny: { throw: REASONS.deny },
    ask: { throw: NEEDS_APPROVAL },
    rewrite: { args: REWRITE },
  },
  "qwen-code": {
    ...claudeCode,
    rewrite: claude({
      permissionDecision: "deny",
      permissionDecisionReason: `run \`${REWRITE.command}\` instead`,
    }),
  },
};

/** A deny that looks right, and that the agent does not obey. */
export const IGNORED_DENY: Readonly<Record<AgentName, object>> = {
  "claude-code": { permissionDecision: "deny", permissionDecisionReason: REASONS.deny },
  codex: claude({ permissionDecision: "deny", permissionDecisionReason: "" }),
  "gemini-cli": claude({ permissionDecision: "deny", permissionDecisionReason: REASONS.deny }),
  copilot: { decision: "block", reason: REASONS.deny },
  opencode: { permission: "deny" },
  "qwen-code": { permissionDecision: "deny", permissionDecisionReason: REASONS.deny },
};
