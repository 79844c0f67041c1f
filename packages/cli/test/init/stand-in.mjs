#!/usr/bin/env node
// Behaves as `gatehouse hook <agent>` does: reads a payload, prints exactly the agent's answer, exits with 0. Denies what names Gatehouse's
// folder. What it was called with is in the file of the variable STAND_IN_LOG.
import { appendFileSync } from "node:fs";

const [, , command, agent] = process.argv;
let text = "";
for await (const chunk of process.stdin) text += chunk;
const payload = JSON.parse(text);
if (command !== "hook") process.exit(3);
if (process.env.STAND_IN_LOG)
  appendFileSync(process.env.STAND_IN_LOG, `${JSON.stringify({ agent, payload })}\n`);
const call = payload.tool_input ?? payload.toolArgs ?? payload.output?.args ?? {};
const reason = "[stand-in] a person changes it";
const answers = {
  "gemini-cli": { decision: "deny", reason },
  copilot: { permissionDecision: "deny", permissionDecisionReason: reason },
  cursor: { permission: "deny", user_message: reason, agent_message: reason },
  opencode: { throw: reason },
};
const event = payload.hook_event_name ?? "PreToolUse";
const deny = answers[agent] ?? {
  hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
};
if (/\.gatehouse|denied\.txt/.test(JSON.stringify(call))) process.stdout.write(JSON.stringify(deny));
