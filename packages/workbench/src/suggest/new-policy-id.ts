import type { Policy } from "@gatehouse-hooks/engine";
import type { ProblemGroup } from "@gatehouse-hooks/logs/replay";

const LONGEST_TOOL = 40;

/** A name for a policy about a tool, which no policy has. */
export function newPolicyId(policies: readonly Policy[], { tool }: Pick<ProblemGroup, "tool">): string {
  const about = (tool ?? "event")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_TOOL)
    .replaceAll(/^-|-$/g, "");
  const taken = new Set(policies.map(({ id }) => id.normalize("NFC")));
  const base = `ask-about-refused-${about === "" ? "calls" : about}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
