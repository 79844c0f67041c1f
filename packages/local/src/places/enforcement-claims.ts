import type { Issue } from "@gatehouse-hooks/json";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";

/** The attempt of a lower tier to speak as the organisation, or for it. */
export interface EnforcementClaim extends Issue {
  readonly code: "enforcement-claimed" | "enforced-shadowed";
  /** The policy that is shadowed. */
  readonly policy?: string;
}

/** How the formats speak of a file that says itself which tier it is: with a code, or with one of these messages. */
const CLAIM_CODE = "not-enforced";
const CLAIM = /^a file cannot name its tier\b|^unknown key `(?:enforced|enforcement)`/;

/**
 * Attempts of files below the enforced tier to claim enforcement, or to take an enforced policy's name in order to replace
 * it or switch it off. Neither works; both are worth knowing.
 *
 * @param issues what the formats said about the files
 * @param policies of all tiers, as loaded
 * @param isEnforced whether a path is the organisation's
 */
export function enforcementClaims(
  issues: readonly Issue[],
  policies: readonly PolicyDefinition[],
  isEnforced: (path: string) => boolean,
): readonly EnforcementClaim[] {
  const claims = issues
    .filter(
      (issue) => !isEnforced(issue.path ?? "") && (issue.code === CLAIM_CODE || CLAIM.test(issue.message)),
    )
    .map(({ path, line, column, offset }): EnforcementClaim => ({
      severity: "warning",
      code: "enforcement-claimed",
      message: "the file claims to be enforced: only the place it is loaded from can make it so",
      ...place({ path, line, column, offset }),
      cure: "remove the claim, or ask the organisation to publish the file",
    }));
  const enforced = new Set(policies.filter((one) => one.tier === "enforced").map((one) => one.id));
  const shadows = policies
    .filter((one) => one.tier !== "enforced" && enforced.has(one.id))
    .map(({ id, enabled, source }): EnforcementClaim => ({
      severity: "warning",
      code: "enforced-shadowed",
      message: `the enforced policy \`${id}\` cannot be ${enabled === false ? "disabled" : "replaced"}: both are in force`,
      policy: id,
      ...place({ path: source?.path, line: source?.line, column: undefined, offset: undefined }),
      cure: "give the policy another name",
    }));
  return [...claims, ...shadows];
}

function place(where: {
  readonly [Key in "path" | "line" | "column" | "offset"]: Issue[Key] | undefined;
}): Pick<Issue, "path" | "line" | "column" | "offset"> {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined));
}
