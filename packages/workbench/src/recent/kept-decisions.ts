import { deniedCommand } from "@gatehouse-hooks/agents/init";
import { type RecentDecision, recentDecisions } from "@gatehouse-hooks/agents/recent";

/** The decisions that are kept, the oldest first, without those of the calls by which `init` and `doctor` try the hooks. */
export function keptDecisions(home: string): readonly RecentDecision[] {
  const probe = deniedCommand(home);
  return recentDecisions(home)
    .kept()
    .filter(({ text }) => text !== probe);
}
