import { type Need, type PolicySet, isPolicySet, policiesOf } from "@gatehouse-hooks/engine";

/** Policies, or a promise of them that is being loaded. */
export type PoliciesOrPromise = PolicySet | PromiseLike<PolicySet>;

/** The outcome of a reload. */
export type Reloaded =
  | { readonly kind: "applied" }
  /** A reload that was asked for later had been applied already. */
  | { readonly kind: "superseded" }
  /** Loading rejected, or gave no policy set: the policies stay as they were. */
  | { readonly kind: "failed"; readonly message: string };

/** The policies of new decisions. A decision in flight keeps the set it began with. */
export interface CurrentPolicies {
  readonly set: PolicySet;
  /** A set applies at once, a promise when it resolves; of several reloads the one asked for last wins. */
  reload(policies: PoliciesOrPromise): Promise<Reloaded>;
}

/** @throws TypeError when `first` is not a policy set */
export function currentPolicies(first: PolicySet): CurrentPolicies {
  if (!isPolicySet(first))
    throw new TypeError("expected `policies` to be a policy set, made by compilePolicies");
  let set = first;
  let asked = 0;
  let applied = 0;

  const apply = (generation: number, next: unknown): Reloaded => {
    if (!isPolicySet(next))
      return { kind: "failed", message: "expected a policy set, made by compilePolicies" };
    if (generation < applied) return { kind: "superseded" };
    applied = generation;
    set = next;
    return { kind: "applied" };
  };

  return {
    get set() {
      return set;
    },
    reload(policies) {
      const generation = ++asked;
      if (!isPromise(policies)) return Promise.resolve(apply(generation, policies));
      return Promise.resolve(policies).then(
        (next) => apply(generation, next),
        (error: unknown): Reloaded => ({
          kind: "failed",
          message: error instanceof Error ? error.message : "the policies could not be loaded",
        }),
      );
    },
  };
}

/**
 * Whether the answer to a need may be fetched before it is certain that the decision wants it. A judge only reads, so
 * asking it unnecessarily costs money, not safety; a command or a function acts, so it is started ahead only when its format
 * says that it runs in any case.
 */
export function mayAskAhead(set: PolicySet, need: Need): boolean {
  if (need.handler.kind === "judge") return true;
  const named = policiesOf(set).filter((policy) => policy.id === need.policy && policy.tier === need.tier);
  return named.length > 0 && named.every((policy) => policy.alwaysRuns === true);
}

function isPromise(value: PoliciesOrPromise): value is PromiseLike<PolicySet> {
  return "then" in value && typeof value.then === "function";
}
