import type { ContrastGroup, ContrastKind } from "@gatehouse-hooks/replay";
import type { ProblemGroup, ProblemKind } from "@gatehouse-hooks/logs/replay";

/** The most problems for which something is suggested. */
const MOST_GROUPS = 10;

const PROBLEMS: Readonly<Partial<Record<ContrastKind, ProblemKind>>> = {
  "denied-allowed": "false-alarm",
  "asked-allowed": "false-alarm",
  "allowed-refused": "hole",
  "abstained-refused": "hole",
};

/** What identifies the problem that an event shows; `null`: it shows none, or one that only says that it ran. */
export function problemKey(contrast: Pick<ContrastGroup, "kind" | "policy" | "tool"> | null): string | null {
  const problem = contrast === null ? undefined : PROBLEMS[contrast.kind];
  if (contrast === null || problem === undefined) return null;
  return groupKey({ problem, policy: problem === "hole" ? null : contrast.policy, tool: contrast.tool });
}

/** The same of a group. */
export function groupKey({
  problem,
  policy,
  tool,
}: Pick<ProblemGroup, "problem" | "policy" | "tool">): string {
  return JSON.stringify([problem, policy, tool]);
}

/** The problems of a replay, the largest first, and how many there are. */
export function problemGroups(contrasts: readonly ContrastGroup[]): {
  readonly groups: readonly ProblemGroup[];
  readonly all: number;
} {
  const groups = new Map<string, ProblemGroup>();
  for (const contrast of contrasts) {
    const key = problemKey(contrast);
    const problem = PROBLEMS[contrast.kind];
    if (key === null || problem === undefined) continue;
    const known = groups.get(key);
    groups.set(key, {
      problem,
      policy: problem === "hole" ? null : contrast.policy,
      tool: contrast.tool,
      events: (known?.events ?? 0) + contrast.events,
      example: known?.example ?? contrast.examples[0] ?? null,
    });
  }
  const sorted = [...groups.values()].toSorted(
    (a, b) => b.events - a.events || (groupKey(a) < groupKey(b) ? -1 : 1),
  );
  return { groups: sorted.slice(0, MOST_GROUPS), all: sorted.length };
}
