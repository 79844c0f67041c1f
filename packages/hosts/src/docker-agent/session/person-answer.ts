import type { PersonAnswer, HostToolCall, ToolCallOutcome } from "./tool-call.js";

const SOURCES: Readonly<Record<PersonAnswer["kind"], string>> = {
  approve: "user_approved",
  "approve-tool": "user_approved_tool",
  "approve-balanced": "user_approved_balanced",
  "approve-safe": "user_approved_balanced",
  "approve-safer": "user_approved_balanced",
  "approve-session": "user_approved_session",
  "approve-autonomous": "user_approved_session",
  reject: "user_rejected",
};

/** What the user's answer makes of a call. A kind of answer that is not known rejects. */
export function answered(call: HostToolCall, answer: PersonAnswer): ToolCallOutcome {
  if (answer.kind !== "reject" && Object.hasOwn(SOURCES, answer.kind)) {
    return {
      kind: "run",
      call,
      approval: { approval_decision: "allow", approval_source: SOURCES[answer.kind] },
    };
  }
  const reason = answer.kind === "reject" ? answer.reason : "";
  return {
    kind: "refused",
    call,
    message: `the user rejected the tool call${reason === "" ? "" : `: ${reason}`}`,
    approval: { approval_decision: "deny", approval_source: SOURCES.reject },
  };
}

/** The call of a session without a user that needs one. */
export function unanswerable(call: HostToolCall): ToolCallOutcome {
  return {
    kind: "refused",
    call,
    message: "denied: the user cannot be asked in a non-interactive session",
    approval: { approval_decision: "deny", approval_source: "non_interactive_deny" },
  };
}
