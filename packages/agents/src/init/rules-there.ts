import { type Policy, policiesOf } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { join } from "node:path";
import { type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import { countRules, packsOf, rulesInForce } from "@gatehouse-hooks/local/rules";
import type { Context } from "@gatehouse-hooks/local";
import type { RulesThere } from "./first-rule.js";
import type { InitScope, PlannedChange } from "./plan-change.js";

/**
 * The policies that hold where an installation counts: in every project, or in one.
 *
 * @param planned a policy file that is not written yet
 */
export async function loadScope(
  { io, settings }: Pick<Context, "io" | "settings">,
  scope: InitScope,
  planned?: PlannedChange,
): Promise<LoadedPolicies> {
  const project = scope.kind === "user" ? io.home : scope.folder;
  const more = planned && { policies: plannedPolicies(planned, scope), lost: [] };
  return await loadPolicies(io, {
    ...settings,
    project,
    policies: undefined,
    policyFormat: undefined,
    ...(more && { more }),
  });
}

function plannedPolicies(
  { file, next }: PlannedChange,
  scope: InitScope,
): LoadedPolicies["written"][number]["policies"] {
  const tier = scope.kind === "user" ? "user" : "project";
  return load(new TextDecoder().decode(next), { path: file.path }).policies.map((policy) => ({
    ...policy,
    tier,
  }));
}

/** What of them is in the folder of the scope itself, or the organisation's: a team's project cannot count on what one of them has at home. */
export function rulesThere(loaded: LoadedPolicies, home: string, scope: InitScope): RulesThere {
  const folder = join(scope.kind === "user" ? home : scope.folder, ".gatehouse", "/");
  const isThere = ({ tier, source }: Policy): boolean =>
    tier === "enforced" || (loaded.foundAt.get(source?.path ?? "")?.startsWith(folder) ?? false);
  const rules = rulesInForce(loaded).filter(isThere);
  return {
    packs: new Set(packsOf(rules)),
    ids: new Set(
      policiesOf(loaded.set)
        .filter(isThere)
        .map(({ id }) => id),
    ),
    guards: countRules(rules).guarding > 0,
  };
}
