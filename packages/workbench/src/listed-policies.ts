import { type Policy, policiesOf } from "@gatehouse-hooks/engine";
import type { CheckedHost } from "./check/check-hosts.js";
import { NOT_ASKED } from "@gatehouse-hooks/local/rules";
import { type InertReason, type PolicyRow, policyRow } from "@gatehouse-hooks/console/lines";
import { type LoadedPolicies, trustCure } from "@gatehouse-hooks/local/places";

/** A policy as it is written, and why it does nothing; no reason: it acts. */
export interface ListedPolicy extends PolicyRow {
  readonly inert: readonly InertReason[];
  /** Where other policies of its name are: all of them are in force, and none takes the place of another. Absent: there are none. */
  readonly sameName?: readonly SameName[];
}

/** Policies of one name that each of them names: every one has a row of its own. */
const MOST_SAME = 5;

/** A policy that has the name of another. */
type SameName = Pick<PolicyRow, "tier" | "path" | "line">;

/**
 * The policies in the order in which they run. One whose file is not trusted is shown as it is written, not as the warning that
 * runs in its place: what it would run is what a person has to know.
 *
 * @param hosts agents, and what they cannot carry out
 */
export function listedPolicies(
  { set, written, inert }: LoadedPolicies,
  hosts: readonly CheckedHost[],
): readonly ListedPolicy[] {
  const texts = written.flatMap(({ policies }) => policies);
  const policies = policiesOf(set);
  const named = new Map<string, Policy[]>();
  for (const policy of policies) {
    const name = policy.id.normalize("NFC");
    named.set(name, [...(named.get(name) ?? []), policy].slice(0, MOST_SAME + 1));
  }
  return policies.map((policy) => {
    const { id, source } = policy;
    const untrusted = inert.find((one) => one.id === id && one.path === source?.path);
    const original =
      untrusted === undefined
        ? undefined
        : texts.find((one) => one.id === id && one.source?.path === source?.path);
    const observed = policy.observe === true;
    const row = { ...policyRow(original ?? policy), ...(observed && { observe: true, enabled: true }) };
    const reasons: readonly InertReason[] = [
      ...(row.enabled ? [] : [{ kind: "disabled", message: "it is switched off" } as const]),
      ...(untrusted === undefined
        ? []
        : [
            {
              kind: "untrusted",
              message: `it ${untrusted.why}, and its file is not trusted`,
              cure: trustCure(untrusted.path),
            } as const,
          ]),
      ...hosts.flatMap(({ host, issues }) => {
        const issue = issues.find(
          ({ code, path, line, message }) =>
            NOT_ASKED.has(code) &&
            path === source?.path &&
            line === source?.line &&
            message.includes(`\`${id}\``),
        );
        return issue === undefined ? [] : [{ kind: "never-asked", host, message: issue.message } as const];
      }),
    ];
    const others = (named.get(id.normalize("NFC")) ?? []).filter((one) => one !== policy).slice(0, MOST_SAME);
    return {
      ...row,
      inert: reasons,
      ...(others.length > 0 && { sameName: others.map(placeIn) }),
    };
  });
}

function placeIn({ tier, source }: Policy): SameName {
  return {
    tier,
    ...(source?.path !== undefined && { path: source.path }),
    ...(source?.line !== undefined && { line: source.line }),
  };
}
