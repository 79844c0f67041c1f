import { VOCABULARY } from "@gatehouse-hooks/hosts";
import {
  compilePolicies,
  type Need,
  type PolicyDefinition,
  type PolicySet,
  type Verdict,
} from "@gatehouse-hooks/engine";

/** Compiles definitions that are known to be right. */
export function setOf(...definitions: readonly PolicyDefinition[]): PolicySet {
  const { set, issues } = compilePolicies(definitions, { vocabulary: VOCABULARY });
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return set;
}

/** A policy that asks the judge before every tool call. */
export function judged(
  id: string,
  more: Partial<PolicyDefinition> & {
    readonly cache?: "none" | "session" | "global";
    readonly timeoutMs?: number;
  } = {},
): PolicyDefinition {
  const { cache = "none", timeoutMs = 1_000, ...rest } = more;
  return {
    id,
    events: ["before_tool_call"],
    handler: { kind: "judge", prompt: `may this ${id}?`, timeoutMs, cache },
    ...rest,
  };
}

/** A tool call, each with its own command. */
export function toolCall(command = "ls", more: object = {}): object {
  return { event: "before_tool_call", toolName: "exec", params: { command }, ...more };
}

export const approve: Verdict = { kind: "approve", reason: "fine" };
export const deny: Verdict = { kind: "deny", reason: "no" };

/** A handler whose questions are answered by hand, in any order. */
export function byHand(): {
  readonly handler: (need: Need, context: { readonly signal: AbortSignal }) => Promise<Verdict>;
  /** The policies that are being asked and were not cancelled, in the order they were asked. */
  readonly open: () => readonly string[];
  readonly asked: readonly string[];
  readonly cancelled: readonly string[];
  readonly answer: (policy: string, verdict: Verdict) => Promise<void>;
} {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const waiting = new Map<string, (verdict: Verdict) => void>();
  return {
    handler: (need, { signal }) =>
      new Promise((resolve) => {
        asked.push(need.policy);
        waiting.set(need.policy, resolve);
        signal.addEventListener("abort", () => {
          cancelled.push(need.policy);
          waiting.delete(need.policy);
        });
      }),
    open: () => [...waiting.keys()],
    asked,
    cancelled,
    async answer(policy, verdict) {
      const resolve = waiting.get(policy);
      if (resolve === undefined) throw new Error(`${policy} is not being asked`);
      waiting.delete(policy);
      resolve(verdict);
      await turns();
    },
  };
}

/** Lets everything happen that needs no timer. */
export async function turns(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
