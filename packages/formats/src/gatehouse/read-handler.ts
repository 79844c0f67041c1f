import type { Handler, StaticHandler } from "@gatehouse/engine";
import type { Problem } from "../text/report.js";
import type { PolicyShape } from "./schema.js";

/** The keys that say what gives the policy's verdict: at most one of them. */
const HANDLER_KEYS = ["deny", "ask", "allow", "warn", "judge", "command", "builtin", "function"] as const;

/** A policy's handler, or why it has none. */
export type ReadHandler =
  | { readonly kind: "handler"; readonly handler: Handler }
  | { readonly kind: "none"; readonly problem: Problem };

/** Finds the handler of a policy. One that only attaches context, a system message or a rewrite is static. */
export function readHandler(policy: PolicyShape): ReadHandler {
  const given = HANDLER_KEYS.filter((key) => policy[key] !== undefined);
  const attaches = policy.context !== undefined || policy.systemMessages !== undefined || policy.set !== undefined;
  const [key] = given;
  if (given.length > 1) {
    return none("conflicting-keys", `\`${given.join("`, `")}\` stand in one policy, one of them was expected`, "make one policy of each");
  }
  if (key === undefined && !attaches) {
    return none("missing-key", "the policy says nothing to do", `add one of ${HANDLER_KEYS.join(", ")}, context, systemMessages, set`);
  }
  switch (key) {
    case undefined:
      return handler(fixed(policy, "approve", policy.description ?? ""));
    case "deny":
      if (policy.set === undefined) return handler(fixed(policy, key, policy.deny ?? ""));
      return none("conflicting-keys", "`set` has no effect beside `deny`", "remove one of them");
    case "ask":
    case "allow":
    case "warn":
      return handler(fixed(policy, key, policy[key] ?? ""));
    case "judge":
    case "command":
    case "builtin":
    case "function":
      if (!attaches) return handler(asking(policy, key));
      return none("conflicting-keys", `\`context\`, \`systemMessages\` and \`set\` do not go with \`${key}\``, "make a policy of their own");
  }
}

function fixed(policy: PolicyShape, verdict: StaticHandler["verdict"], reason: string): StaticHandler {
  return {
    kind: "static",
    verdict,
    reason,
    ...(policy.context === undefined ? {} : { context: policy.context }),
    ...(policy.systemMessages === undefined ? {} : { systemMessages: policy.systemMessages }),
    ...(policy.set === undefined ? {} : { updatedInput: policy.set }),
  };
}

function asking(policy: PolicyShape, key: "judge" | "command" | "builtin" | "function"): Handler {
  switch (key) {
    case "judge": {
      const { prompt = "", model, timeout = 0, cache = "session", uses } = policy.judge ?? {};
      return {
        kind: "judge",
        prompt,
        ...(model === undefined ? {} : { model }),
        timeoutMs: timeout,
        cache,
        ...(uses === undefined ? {} : { uses }),
      };
    }
  }
}
