import { isPolicySet, type PolicySet } from "@gatehouse-hooks/engine";

/** Policies, or a promise of them that is being loaded. */
export type PoliciesOrPromise = PolicySet | PromiseLike<PolicySet>;

/** What became of a reload. */
export type Reloaded =
  | { readonly kind: "applied" }
  /** A reload that was asked for later had been applied already. */
  | { readonly kind: "superseded" }
  /** Loading rejected, or gave no policy set: the policies stay as they were. */
  | { readonly kind: "failed"; readonly message: string };

/**
 * Makes the `reload` of a runtime: a set applies at once, a promise when it resolves; of several reloads the one asked for
 * last wins.
 *
 * @param use puts the set in place of the present one
 */
export function createReload(
  use: (set: PolicySet) => void,
): (policies: PoliciesOrPromise) => Promise<Reloaded> {
  let asked = 0;
  let applied = 0;

  const apply = (generation: number, next: unknown): Reloaded => {
    if (!isPolicySet(next)) {
      return { kind: "failed", message: "expected a policy set, made by compilePolicies" };
    }
    if (generation < applied) return { kind: "superseded" };
    applied = generation;
    use(next);
    return { kind: "applied" };
  };

  return (policies) => {
    const generation = ++asked;
    if (!isPromise(policies)) return Promise.resolve(apply(generation, policies));
    return Promise.resolve(policies).then(
      (next) => apply(generation, next),
      (error: unknown): Reloaded => ({
        kind: "failed",
        message: error instanceof Error ? error.message : "the policies could not be loaded",
      }),
    );
  };
}

/** @throws TypeError when it is not a policy set */
export function requirePolicySet(value: PolicySet): PolicySet {
  if (isPolicySet(value)) return value;
  throw new TypeError("expected `policies` to be a policy set, made by compilePolicies");
}

function isPromise(value: PoliciesOrPromise): value is PromiseLike<PolicySet> {
  return "then" in value && typeof value.then === "function";
}
