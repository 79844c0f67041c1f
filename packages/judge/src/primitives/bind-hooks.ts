import type { Need, PolicyDefinition, Verdict } from "@gatehouse/engine";

import { eventText } from "./event-fields.js";
import type { Hook, HookContext, HookEnvironment } from "./hook.js";
import { afterFire, freshHookState, type HookState, type HookStates } from "./hook-state.js";
import { memoryHookStates } from "./memory-hook-states.js";
import { readTranscript } from "./transcript.js";

/** Answers the needs of one hook; what a driver of the engine calls. */
export type HookHandler = (need: Need, call: { readonly signal: AbortSignal }) => Promise<Verdict>;

/** Hooks as policies, and the functions that answer for them. */
export interface BoundHooks {
  readonly policies: readonly PolicyDefinition[];
  /** By the name that the policies give: the runtime's `handlers.function`. */
  readonly handlers: Readonly<Record<string, HookHandler>>;
}

/**
 * Connects hooks to models, state and transcripts.
 *
 * A run that fires is counted and remembered before its verdict is handed out; two runs at once cannot fire more often
 * than `maxFires`. When the state cannot be read or written the hook still speaks: it may then fire more often.
 *
 * @throws TypeError when two hooks have one id.
 *
 * @example
 * ```ts
 * const { policies, handlers } = bindHooks([llmGate("Is the agent making excuses?", { message: "Excuse detected" })], {
 *   evaluator: createEvaluator({ sizes: { small: "anthropic/claude-haiku-4-5" }, env: process.env }),
 * });
 * const runtime = createRuntime({ policies: compilePolicies(policies).set, handlers: { function: handlers } });
 * ```
 */
export function bindHooks(hooks: readonly Hook[], environment: HookEnvironment): BoundHooks {
  const states = environment.states ?? memoryHookStates();
  const handlers = new Map<string, HookHandler>();
  for (const hook of hooks) {
    const { id } = hook.policy;
    if (handlers.has(id))
      throw new TypeError(`two hooks have the id \`${id}\`: give one of them another \`id\``);
    handlers.set(id, (need, { signal }) => runHook(hook, environment, states, need, signal));
  }
  return {
    // In the order in which they are given, where priorities are equal.
    policies: hooks.map(({ policy }, order) => ({ ...policy, order })),
    handlers: Object.fromEntries(handlers),
  };
}

async function runHook(
  hook: Hook,
  environment: HookEnvironment,
  states: HookStates,
  need: Need,
  signal: AbortSignal,
): Promise<Verdict> {
  const { event } = need;
  const { id } = hook.policy;
  const session = eventText(event, "session");
  const trouble = (): void =>
    environment.onNotice?.({
      code: "state-failed",
      hook: id,
      message: "fires cannot be counted: the hook speaks each time",
    });
  const guarded = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch {
      trouble();
      return otherwise;
    }
  };
  const state =
    session === undefined ? freshHookState : await guarded(() => states.read(session, id), freshHookState);
  if (isSpent(hook, state)) return spentVerdict;
  const transcript = await (environment.transcript?.(event) ??
    readTranscript(Object.hasOwn(event, "transcript") ? (event["transcript"] ?? null) : null));
  const spent: string[] = [];
  const context: HookContext = {
    event,
    transcript,
    hook: id,
    state,
    environment,
    signal,
    timeoutMs: need.handler.timeoutMs,
    spend: (texts) => spent.push(...texts),
    ...(session === undefined ? {} : { session }),
    ...(environment.root === undefined ? {} : { root: environment.root }),
  };
  const verdict = await hook.run(context);
  if (verdict.kind === "approve" || verdict.kind === "failure" || session === undefined) return verdict;
  const counted = await guarded(
    () =>
      states.update(session, id, (now) =>
        isSpent(hook, now) ? undefined : afterFire(now, transcript.records.length, spent),
      ),
    true,
  );
  return counted ? verdict : spentVerdict;
}

const spentVerdict: Verdict = Object.freeze({
  kind: "approve",
  reason: "the hook has fired as often as it may",
});

function isSpent({ maxFires }: Hook, { fires }: HookState): boolean {
  return maxFires !== null && fires >= maxFires;
}
