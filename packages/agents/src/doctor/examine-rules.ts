import type { Policy } from "@gatehouse-hooks/engine";
import type { LoadedPolicies } from "@gatehouse-hooks/local/places";
import { plural } from "@gatehouse-hooks/console/print";
import { countRules } from "@gatehouse-hooks/local/rules";
import type { AgentState } from "./examine-agent.js";
import type { DoctorFinding } from "./doctor-finding.js";

const CURE = "gatehouse init, which switches packs on, or gatehouse new --user";

/**
 * Whether a rule denies or asks anything, and whether each agent can ask one that does. Of a file that was lost, what it would have guarded is
 * denied, and the file is a finding of its own.
 */
export function examineRules(
  rules: readonly Policy[],
  agents: readonly AgentState[],
  { lost }: Pick<LoadedPolicies, "lost">,
): readonly DoctorFinding[] {
  const { total, guarding } = countRules(rules);
  if (lost.length > 0) return [];
  if (total === 0)
    return [
      {
        code: "no-rules",
        severity: "error",
        message: "no rule is in force: hooks let everything pass but changes of Gatehouse's own files",
        cure: CURE,
      },
    ];
  if (guarding === 0)
    return [
      {
        code: "only-allow",
        severity: "error",
        message: `${plural(total, "rule is", "rules are")} in force, and none denies or asks anything`,
        cure: CURE,
      },
    ];
  return agents
    .filter(({ installed, rules: own }) => installed.length > 0 && own.guarding === 0)
    .map(({ agent }) => ({
      code: "no-rules",
      severity: "error",
      agent,
      message: `it can ask none of the ${plural(guarding, "rule")} that may deny or ask`,
      cure: `gatehouse list --host ${agent}`,
    }));
}
