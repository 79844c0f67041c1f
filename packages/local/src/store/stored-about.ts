import type { Look } from "@gatehouse-hooks/runtime";
import type { DecisionPolicies } from "./decision-policies.js";
import type { StoredCopies } from "./stored-copies.js";

/** What a command keeps in a store beside the policies. */
export interface StoredAbout extends Omit<DecisionPolicies, "set" | "trusted" | "issues"> {
  /** The key of its place. */
  readonly key: string;
  /** Everything that loading looked at. */
  readonly looks: readonly Look[];
  /** The files of it. */
  readonly copies: StoredCopies;
  /** Names of events that a host completes before they are decided. */
  readonly completed: readonly string[];
}
