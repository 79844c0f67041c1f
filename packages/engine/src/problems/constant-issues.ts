import type { Issue } from "@gatehouse-hooks/json";
import { type Policy, located } from "../policy.js";
import type { Applying, Holds } from "./holds.js";

/** Matchers and conditions whose outcome is the same for every event, although they look as if it were not. */
export function constantIssues({ policy, matcher, condition }: Applying): readonly Issue[] {
  return [...constant(policy, "matcher", matcher), ...constant(policy, "condition", condition)];
}

function constant(policy: Policy, part: "matcher" | "condition", holds: Holds): readonly Issue[] {
  const ast = policy[part]?.ast ?? null;
  // Nothing and `true` say openly that they always hold.
  if (ast === null || holds === "sometimes" || (ast.kind === "literal" && ast.value === true)) return [];
  const whose = `the ${part} of \`${policy.id}\``;
  return [
    holds === "never"
      ? {
          severity: "warning",
          code: "never-applies",
          message: `${whose} holds for no event: the policy never applies`,
          ...located(policy),
          cure: "compare a property of the event; to switch a policy off, set `enabled` to false",
        }
      : {
          severity: "warning",
          code: "always-applies",
          message: `${whose} holds for every event, whatever is in it`,
          ...located(policy),
          cure: `compare a property of the event, or leave the ${part} out`,
        },
  ];
}
