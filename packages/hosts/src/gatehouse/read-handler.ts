import type { Handler, StaticHandler } from "@gatehouse-hooks/engine";
import type { Problem } from "../text/report.js";
import type { PolicyShape } from "./shape.js";

/** The keys that say where the policy's verdict comes from: at most one of them. */
const STATIC_KEYS = ["deny", "ask", "allow", "warn"] as const;
const ASKING_KEYS = ["judge", "command", "builtin", "function"] as const;

/** A policy's handler, or why it has none. */
type ReadHandler =
  | { readonly kind: "handler"; readonly handler: Handler }
  | { readonly kind: "none"; readonly problem: Problem };

/** Finds the handler of a policy. One that only attaches context, a system message or a rewrite is static. */
export function readHandler(policy: PolicyShape): ReadHandler {
  const given = [...STATIC_KEYS, ...ASKING_KEYS].filter((key) => policy[key] !== undefined);
  const attaches =
    policy.context !== undefined || policy.systemMessages !== undefined || policy.set !== undefined;
  if (given.length > 1) {
    return conflict(`only one of ${given.join(", ")} can be in a policy`, "make one policy of each");
  }
  const asking = askingHandler(policy);
  if (asking !== null) {
    if (!attaches) return { kind: "handler", handler: asking };
    return conflict(
      `context, systemMessages and set do not go with ${given.join("")}`,
      "write them into a policy of their own",
    );
  }
  const word = STATIC_KEYS.find((key) => policy[key] !== undefined);
  if (word === undefined && !attaches) {
    const keys = [...STATIC_KEYS, ...ASKING_KEYS, "context", "systemMessages", "set"].join(", ");
    return none("missing-key", "the policy says nothing to do", `add one of ${keys}`);
  }
  if (word === "deny" && policy.set !== undefined) {
    return conflict("set has no effect together with deny", "remove one of them");
  }
  return { kind: "handler", handler: staticHandler(policy, word) };
}

function staticHandler(policy: PolicyShape, word: (typeof STATIC_KEYS)[number] | undefined): StaticHandler {
  return {
    kind: "static",
    verdict: word ?? "approve",
    reason: word === undefined ? "" : (policy[word] ?? ""),
    ...(policy.context === undefined ? {} : { context: policy.context }),
    ...(policy.systemMessages === undefined ? {} : { systemMessages: policy.systemMessages }),
    ...(policy.set === undefined ? {} : { updatedInput: policy.set }),
  };
}

function askingHandler({ judge, command, builtin, function: fn }: PolicyShape): Handler | null {
  if (judge !== undefined) {
    const { timeout, ...rest } = judge;
    return { kind: "judge", ...present(rest), timeoutMs: timeout };
  }
  if (command !== undefined) {
    const { run, timeout, ...rest } = command;
    return { kind: "command", command: run, ...present(rest), timeoutMs: timeout };
  }
  if (builtin !== undefined) {
    const { timeout, ...rest } = builtin;
    return { kind: "builtin", ...present(rest), timeoutMs: timeout };
  }
  if (fn !== undefined) {
    const { timeout, ...rest } = fn;
    return { kind: "function", ...present(rest), timeoutMs: timeout };
  }
  return null;
}

/** Without the keys that are there but undefined: a policy is plain JSON. */
type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<T>;
}

function conflict(message: string, cure: string): ReadHandler {
  return none("conflicting-keys", message, cure);
}

function none(code: string, message: string, cure: string): ReadHandler {
  return { kind: "none", problem: { code, message, cure } };
}
