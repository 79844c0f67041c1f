import type { Handler, PolicyDefinition } from "@gatehouse-hooks/engine";

/** What a policy of an untrusted file is not allowed to do. */
export type NeedsTrust =
  | "runs a command"
  | "runs a builtin"
  | "calls a function"
  | "allows"
  | "rewrites the input";

/**
 * Why a policy acts only when its file is trusted, or null: it runs something on this machine, answers the user's prompt in
 * the user's place, or changes what the agent does. A policy that only denies, asks, warns or has a judge do so may come
 * from anywhere: it can at most make things stricter.
 */
export function needsTrust(handler: Handler): NeedsTrust | null {
  switch (handler.kind) {
    case "command":
      return "runs a command";
    case "builtin":
      return "runs a builtin";
    case "function":
      return "calls a function";
    case "static":
      if (handler.verdict === "allow") return "allows";
      return handler.updatedInput === undefined ? null : "rewrites the input";
    case "judge":
      return null;
  }
}

/** Policies of which none acts without trust, and those that were made inert. */
export interface InertPolicies {
  readonly policies: readonly PolicyDefinition[];
  /** The policies that would have acted. */
  readonly inert: readonly InertPolicy[];
}

/** A policy that does not act. */
export interface InertPolicy {
  readonly id: string;
  /** Its file, as shown. */
  readonly path: string;
  readonly why: NeedsTrust;
}

/**
 * Makes inert what must not act: a warning that says so replaces its handler, on every event that the policy
 * listens to. Everything else about the policy stays.
 *
 * @param isTrusted whether the file of a policy is trusted; `policy.source.path` is for showing and does not tell which file that
 *   is. Policies of the `enforced` and `user` tiers are not asked about, they are the word of
 *   the owner of the machine
 * @param cure what the warning tells the user to do about a path, as shown
 */
export function inertPolicies(
  policies: readonly PolicyDefinition[],
  isTrusted: (policy: PolicyDefinition) => boolean,
  cure: (path: string) => string,
): InertPolicies {
  const inert: InertPolicy[] = [];
  const kept = policies.map((policy): PolicyDefinition => {
    const why = needsTrust(policy.handler);
    const path = policy.source?.path ?? "";
    if (why === null || (policy.tier ?? "project") !== "project" || isTrusted(policy)) return policy;
    // The packs are the program's: what a builtin does there, it does as the program means it.
    if (policy.handler.kind === "builtin" && policy.source?.pack !== undefined) return policy;
    if (policy.enabled !== false) inert.push({ id: policy.id, path, why });
    // A failure that denies would make the loss of the handler a block; a static answer cannot fail.
    const { alwaysRuns: _handlerIsGone, ...rest } = policy;
    const reason = `it ${why}, and its file is not trusted: it did not act; ${cure(path)}`;
    return { ...rest, handler: { kind: "static", verdict: "warn", reason } };
  });
  return { policies: kept, inert };
}
