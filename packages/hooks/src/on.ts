import type { Verdict } from "@gatehouse-hooks/engine";

import { type Filter, passes } from "./condition-logic.js";
import type { SignalScorer } from "./compile-signals.js";
import { gatesAction } from "./gating-events.js";
import type { Hook, HookContext } from "./hook.js";
import type { InlineTest } from "./inline-test.js";
import { listen, scorerOf } from "./listen.js";
import type { SignalsLike } from "./signal.js";

/** The options that every hook has. */
export interface HookOptions extends Filter {
  /** Unique; counts are kept under it. */
  readonly id?: string;
  readonly events?: readonly string[];
  /**
   * Looked for before the handler runs, without a model; without a match it does not run. The lines that were found are the
   * context's `triggers`. Signals that cannot be looked for count as found where the event gates an action.
   */
  readonly signals?: SignalsLike | SignalScorer;
  /**
   * Fires for each session, at least 1; null: without limit. It never limits a deny of an action: where the event gates
   * one, each attempt is judged, and the limit holds only for warnings and allows.
   */
  readonly maxFires?: number | null;
  /** Milliseconds for the whole run. Default 45,000. */
  readonly timeoutMs?: number;
  /** What a failure means. Default: deny where an event gates an action, else warn. */
  readonly onFailure?: "deny" | "ask" | "warn" | "ignore";
  readonly priority?: number;
  readonly tier?: "enforced" | "user" | "project";
  readonly description?: string;
  readonly tests?: readonly InlineTest[];
}

/** No objection. */
export const abstention: Verdict = Object.freeze({ kind: "approve", reason: "the hook has nothing to say" });

/**
 * A hook of the caller's own: runs the handler at the events. Nothing returned means no objection. A handler cannot rewrite
 * the input: an `updatedInput` in its verdict is left out, with a notice.
 *
 * @throws TypeError without an id or events, or for a number out of range.
 */
export function on(
  events: string | readonly string[],
  options: HookOptions & { readonly id: string },
  handler: (context: HookContext) => Promise<Verdict | undefined> | Verdict | undefined,
): Hook {
  const listed = typeof events === "string" ? [events] : [...events];
  const { maxFires = null, timeoutMs = 45_000 } = options;
  if (options.id === "" || listed.length === 0) throw new TypeError("a hook needs an `id` and events");
  if (maxFires !== null && (!Number.isSafeInteger(maxFires) || maxFires < 1)) {
    throw new TypeError(`expected \`maxFires\` to be 1 or more, or null, got ${String(maxFires)}`);
  }
  const conditions: readonly unknown[] = [...(options.onlyIf ?? []), ...(options.skipIf ?? [])];
  if (conditions.some((one) => typeof one !== "function")) {
    throw new TypeError('`onlyIf` and `skipIf` take conditions, such as Tool("Edit"), or functions');
  }
  const scorer = options.signals === undefined ? undefined : scorerOf(options.signals);
  const hook: Hook = {
    policy: {
      id: options.id,
      events: listed,
      handler: { kind: "function", name: options.id, timeoutMs, mayRewrite: false },
      onFailure: options.onFailure ?? (gatesAction(listed) ? "deny" : "warn"),
      ...(options.priority === undefined ? {} : { priority: options.priority }),
      ...(options.tier === undefined ? {} : { tier: options.tier }),
      ...(options.description === undefined ? {} : { description: options.description }),
    },
    maxFires,
    tests: options.tests ?? [],
    run: async (context) => {
      if (!passes(options, context)) return abstention;
      if (scorer === undefined) return (await handler(context)) ?? abstention;
      const pick = listen(context, scorer, gatesAction([context.event.event]));
      if (pick === undefined) return abstention;
      // They are shown to the agent that wrote them, not sent to a model.
      const triggers = pick({ text: (text) => text });
      return (await handler({ ...context, triggers })) ?? abstention;
    },
  };
  return Object.freeze(hook);
}
