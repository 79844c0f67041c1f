import type { Issue } from "@gatehouse-hooks/json";
import { isManyEvents } from "../all-gating.js";
import type { EventKinds } from "../event-kinds.js";
import { type Policy, located } from "../policy.js";

/** Undocumented events, and attachments that an event does not carry. */
export function eventIssues(policy: Policy, kinds: EventKinds): readonly Issue[] {
  const issues: Issue[] = [];
  for (const name of policy.events) {
    if (isManyEvents(name)) continue;
    const kind = kinds.of(name);
    if (!kind.known) {
      issues.push({
        severity: "warning",
        code: "unknown-event",
        message: `\`${policy.id}\` waits for \`${name}\`, an event that no agent sends`,
        ...located(policy),
      });
    }
    // An agent's own name beside the canonical one is the same event.
    if (kind.canonical !== undefined && policy.events.includes(kind.canonical)) continue;
    const { handler } = policy;
    if (handler.kind !== "static") continue;
    if (kind.input === null && handler.updatedInput !== undefined) {
      issues.push(cannotCarry(policy, name, "updatedInput"));
    }
    if (!kind.context && (handler.context?.length ?? 0) > 0) {
      issues.push(cannotCarry(policy, name, "context"));
    }
  }
  return issues;
}

function cannotCarry(policy: Policy, event: string, attachment: string): Issue {
  return {
    severity: "warning",
    code: "cannot-carry",
    message: `\`${event}\` cannot carry the \`${attachment}\` of \`${policy.id}\`: it will be dropped`,
    ...located(policy),
  };
}
