import { needsFacts, type PolicySet, policiesOf } from "@gatehouse-hooks/engine";
import { TOOL_ROWS } from "@gatehouse-hooks/facts";
import { TOOL_KINDS } from "../events/tool-kinds.js";
import type { CallDecider } from "../gatehouse.js";

/** The tools of the agents that are known: what they do is in the tables of facts. */
const KNOWN: ReadonlySet<string> = new Set(TOOL_ROWS.flatMap(({ tool }) => tool));

/** The first policy of a set that is about what a call does, by its id. */
function factReader(set: PolicySet): string | undefined {
  return policiesOf(set).find((policy) => policy.enabled && needsFacts(policy))?.id;
}

/** Throws for the first of these tools that nobody has said anything about. */
export type RequireKinds = (tools: readonly string[]) => void;

/**
 * Policies over facts say nothing about a tool of which nobody knows what it does: that is an error of the program, not a call that may
 * be made.
 *
 * @param gatehouse whose policies count, also after a reload
 * @param kindOf what was said of a tool
 * @param example how a kind is said here
 * @returns throws a TypeError for the first tool that nobody has said anything about
 */
export function requireKinds(
  gatehouse: CallDecider,
  kindOf: (tool: string) => string | undefined,
  example: (tool: string) => string,
): RequireKinds {
  let seen: PolicySet | undefined;
  let reader: string | undefined;
  return (tools) => {
    const unknown = tools.find(
      (tool) => kindOf(tool) === undefined && !KNOWN.has(tool) && !tool.startsWith("mcp__"),
    );
    const { policies } = gatehouse;
    if (unknown === undefined || policies === undefined) return;
    if (policies !== seen) {
      seen = policies;
      reader = factReader(policies);
    }
    if (reader === undefined) return;
    throw new TypeError(
      `policies read what a call does (\`${reader}\` reads \`facts\`), and nothing says what the tool \`${unknown}\` does: give ${example(unknown)}, with one of ${TOOL_KINDS.join(", ")}; \`other\` where it does nothing that policies are about`,
    );
  };
}
