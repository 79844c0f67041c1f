import type { Need, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

import { gatesAction } from "./gating-events.js";
import type { Hook, HookEnvironment } from "./hook.js";
import { memoryHookStates } from "./memory-hook-states.js";
import { runHook } from "./run-hook.js";

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
 * A run that fires is counted and remembered before its verdict is returned; two concurrent runs cannot fire more often
 * than `maxFires`. When the state cannot be read or written the hook still speaks: it may then fire more often. A deny of
 * an action is not counted and uses nothing up: every attempt at an action is judged.
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
  const missing = missingOnce(environment);
  const handlers = new Map<string, HookHandler>();
  for (const hook of hooks) {
    const { id } = hook.policy;
    if (handlers.has(id))
      throw new TypeError(`two hooks have the id \`${id}\`: give one of them another \`id\``);
    if (hook.maxFires !== null && hook.advisory !== true && gatesAction(hook.policy.events)) {
      environment.onNotice?.({
        code: "limit-repeats",
        hook: id,
        message: `\`maxFires\` ${hook.maxFires} does not limit denies of an action: each attempt is judged, and denied again`,
      });
    }
    handlers.set(id, (need, call) =>
      runHook({ hook, environment, states, tellMissing: missing, need, signal: call.signal }),
    );
  }
  return {
    // In the order in which they are given, where priorities are equal.
    policies: hooks.map(({ policy }, order) => ({ ...policy, order })),
    handlers: Object.fromEntries(handlers),
  };
}

/** Messages about conversations that are remembered; beyond them nothing more is reported. */
const maxMissing = 1_000;

/** Tells each hook once why its conversation is missing: the same holds for every event to come. */
function missingOnce({ onNotice }: HookEnvironment): (hook: string, why: string) => void {
  const said = new Set<string>();
  return (hook, message) => {
    const key = `${hook} ${message}`;
    if (said.has(key) || said.size >= maxMissing) return;
    said.add(key);
    onNotice?.({ code: "no-transcript", hook, message });
  };
}
