import type { Verdict } from "@gatehouse-hooks/engine";

import { type Filter, passes } from "./condition-logic.js";
import type { SignalScorer } from "./compile-signals.js";
import { gatesAction } from "./gating-events.js";
import type { Hook, HookContext } from "./hook.js";
import type { InlineTest } from "./inline-test.js";
import { listenFor, scorerOf } from "./listen-for.js";
import {
  checkOptions,
  isConditions,
  isEvents,
  isFlag,
  isPositive,
  isSignals,
  isTests,
  isText,
  isWhole,
  isWord,
  isWords,
  type OptionCheck,
  type OptionChecks,
  shown,
} from "./read-options.js";
import type { SignalsLike } from "./signal.js";

/** The options that every hook has. */
export interface HookOptions extends Filter {
  /** Unique; counts are kept under it. */
  readonly id?: string;
  /** A list, or one name. */
  readonly events?: string | readonly string[];
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

/** The options of `on`. */
export interface OwnHookOptions extends HookOptions {
  readonly id: string;
  /**
   * The handler may rewrite the input, with `updatedInput` of its verdict. Hooks before it are then asked about the new input, too, and an
   * input that a hook denies is not rewritten. Default false: an `updatedInput` is left out, with a notice.
   */
  readonly mayRewrite?: boolean;
}

/** What the options of every hook have to be. */
export const hookOptions: OptionChecks<HookOptions> = {
  id: isWords,
  events: isEvents,
  onlyIf: isConditions,
  skipIf: isConditions,
  signals: isSignals,
  maxFires: orNull(isPositive),
  timeoutMs: isPositive,
  onFailure: isWord("deny", "ask", "warn", "ignore"),
  priority: isWhole,
  tier: isWord("enforced", "user", "project"),
  description: isText,
  tests: isTests,
};

function orNull(check: OptionCheck): OptionCheck {
  return (value) => {
    const expected = value === null ? undefined : check(value);
    return expected === undefined ? undefined : `${expected}, or null`;
  };
}

/** No objection. */
export const abstention: Verdict = Object.freeze({ kind: "approve", reason: "the hook has nothing to say" });

/**
 * A hook of the caller's own: runs the handler at the events. Nothing returned means no objection. Unless it `mayRewrite` a handler
 * cannot change the input: an `updatedInput` in its verdict is left out, with a notice.
 *
 * @throws TypeError without an id or events, or for a number out of range.
 */
export function on(
  events: string | readonly string[],
  options: OwnHookOptions,
  handler: (context: HookContext) => Promise<Verdict | undefined> | Verdict | undefined,
): Hook {
  checkHook(events, options, handler);
  const listed = typeof events === "string" ? [events] : [...events];
  const { maxFires = null, timeoutMs = 45_000, mayRewrite = false } = options;
  const scorer = options.signals === undefined ? undefined : scorerOf(options.signals);
  const hook: Hook = {
    policy: {
      id: options.id,
      events: listed,
      handler: { kind: "function", name: options.id, timeoutMs, mayRewrite },
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
      const pick = listenFor(context, scorer, gatesAction([context.event.event]));
      if (pick === undefined) return abstention;
      // They are shown to the agent that wrote them, not sent to a model.
      const triggers = pick({ text: (text) => text });
      return (await handler({ ...context, triggers })) ?? abstention;
    },
  };
  return Object.freeze(hook);
}

/** @throws TypeError in words, whatever was given */
function checkHook(events: unknown, options: unknown, handler: unknown): void {
  const given: object = typeof options === "object" && options !== null ? options : {};
  const id: unknown = "id" in given ? given.id : undefined;
  const who = typeof id === "string" && id !== "" ? `hook \`${id}\`` : "a hook made by `on`";
  checkOptions(who, options, {
    ...hookOptions,
    mayRewrite: isFlag,
    events: () => "the first argument of `on`",
  });
  if (typeof id !== "string")
    throw new TypeError(`${who}: it needs an \`id\`, under which its fires are counted`);
  const problem = isEvents(events);
  if (problem !== undefined)
    throw new TypeError(`${who}: expected its events to be ${problem}, got ${shown(events)}`);
  if (typeof handler !== "function")
    throw new TypeError(
      `${who}: expected its handler, the third argument, to be a function, got ${shown(handler)}`,
    );
}
