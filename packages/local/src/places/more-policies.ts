import type { CellDefinition, LostPolicy, PolicyDefinition } from "@gatehouse-hooks/engine";

/** Policies of the user's that come from no policy file, and what is not in force of them. */
export interface MorePolicies {
  readonly policies: readonly PolicyDefinition[];
  readonly lost: readonly LostPolicy[];
  /** What they remember. */
  readonly memory?: readonly CellDefinition[];
}
