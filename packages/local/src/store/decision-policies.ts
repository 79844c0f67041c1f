import type { LostPolicy, PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { EnforcementClaim } from "../places/enforcement-claims.js";
import type { OwnWords } from "@gatehouse-hooks/hosts";
import type { FoundConfig } from "../places/find-config.js";
import type { OrganisationSettings } from "../places/organisation-settings.js";

/** What a command decides with, loaded or from a store. */
export interface DecisionPolicies {
  readonly set: PolicySet;
  /** What of it is the enforced and the user's tier. */
  readonly trusted: PolicySet;
  readonly issues: readonly Issue[];
  /** What could not be loaded: the set denies where it may have denied. */
  readonly lost: readonly LostPolicy[];
  /** What the user should know, and is not an issue of a file. */
  readonly notices: readonly string[];
  readonly found: FoundConfig;
  readonly claims: readonly EnforcementClaim[];
  /** The files in an agent's own words. */
  readonly ownWords: readonly OwnWords[];
  /** Some are tried silently: they are in a set of their own (`observed` of the settings). */
  readonly observes: boolean;
  readonly organisation: OrganisationSettings;
}
