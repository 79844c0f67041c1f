// Drives hooks through the engine, as a runtime does, with a model that is a function.
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { compilePolicies, type Decision, readEvent, step, type Verdict } from "@gatehouse-hooks/engine";
import {
  bindHooks,
  createEvaluator,
  type Hook,
  type HookEnvironment,
  type Transcript,
  type TranscriptRecord,
} from "@gatehouse-hooks/hooks";
import type { CustomCall } from "@gatehouse-hooks/judge";

/** A model that answers with these values in turn, the last one again and again, and keeps the prompts. */
export function modelThat(...answers: readonly (JsonValue | Error)[]): {
  readonly evaluator: HookEnvironment["evaluator"];
  readonly prompts: string[];
  readonly calls: CustomCall[];
} {
  const prompts: string[] = [];
  const calls: CustomCall[] = [];
  const evaluator = createEvaluator({
    custom: (prompt, call) => {
      const answer = answers[Math.min(prompts.length, answers.length - 1)] ?? null;
      prompts.push(prompt);
      calls.push(call);
      if (answer instanceof Error) throw answer;
      return JSON.stringify(answer);
    },
  });
  return { evaluator, prompts, calls };
}

/** A conversation in which the assistant said these texts, one message each. */
export function said(...texts: readonly string[]): Transcript {
  return { records: texts.map((text) => record("assistant", text)), subagents: [] };
}

export function record(
  role: TranscriptRecord["role"],
  text: string,
  toolCalls: TranscriptRecord["toolCalls"] = [],
): TranscriptRecord {
  return { role, text, toolCalls, toolResults: [] };
}

/** Hooks that decide on events, one after another; their state lives as long as the world. */
export function world(
  hooks: readonly Hook[],
  environment: HookEnvironment,
): (event: JsonObject) => Promise<Decision> {
  const { policies, handlers } = bindHooks(hooks, environment);
  const { set, issues } = compilePolicies(policies);
  if (issues.some(({ severity }) => severity === "error")) throw new Error(JSON.stringify(issues));
  return async (raw) => {
    const read = readEvent({ session_id: "s1", ...raw });
    if (read.kind === "refused") throw new Error(read.issue.message);
    const verdicts = new Map<string, Verdict>();
    for (;;) {
      const next = step(set, read.event, verdicts);
      if (next.kind === "decided") return next.decision;
      for (const need of next.needs) {
        const handler = "name" in need.handler ? handlers[need.handler.name] : undefined;
        if (handler === undefined) throw new Error(`no handler for ${need.policy}`);
        verdicts.set(
          need.id,
          await handler(need, { signal: new AbortController().signal }).catch((error: unknown): Verdict => ({
            kind: "failure",
            code: "handler-failed",
            message: String(error),
          })),
        );
      }
    }
  };
}
