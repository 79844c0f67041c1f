import type { Issue } from "@gatehouse/condition/json";
import type { Condition } from "../policy.js";
import type { Applying, Holds } from "./holds.js";
import { located } from "./located.js";

/** Matchers and conditions that no event changes, although they look as if one did. */
export function constantIssues({ policy, matcher, condition }: Applying): readonly Issue[] {
  return [
    ...constant("matcher", policy.matcher, matcher),
    ...constant("condition", policy.condition, condition),
  ].map(({ code, message, cure }): Issue => ({
    severity: "warning",
    code,
    message: `${message.replace("%", `\`${policy.id}\``)}`,
    ...located(policy),
    cure,
  }));
}

function constant(
  part: string,
  written: Condition | undefined,
  holds: Holds,
): readonly { readonly code: string; readonly message: string; readonly cure: string }[] {
  const ast = written?.ast ?? null;
  // Nothing and `true` say openly that they always hold.
  if (ast === null || holds === "sometimes" || (ast.kind === "literal" && ast.value === true)) return [];
  return holds === "never"
    ? [
        {
          code: "never-applies",
          message: `the ${part} of % holds for no event: the policy never applies`,
          cure: "compare a property of the event; to switch a policy off, set `enabled` to false",
        },
      ]
    : [
        {
          code: "always-applies",
          message: `the ${part} of % holds for every event, whatever is in it`,
          cure: `compare a property of the event, or leave the ${part} out`,
        },
      ];
}
