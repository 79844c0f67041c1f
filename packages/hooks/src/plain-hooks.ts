import { createHash } from "node:crypto";

import type { Verdict } from "@gatehouse-hooks/engine";

import { citeMessage } from "./compile-signals.js";
import { firedThisTurn } from "./count-fire.js";
import { dedent } from "./dedent.js";
import { gatesAction } from "./gating-events.js";
import { Waiting } from "./history-conditions.js";
import type { Hook, HookContext } from "./hook.js";
import { listenFor, scorerOf } from "./listen-for.js";
import type { Moment } from "./condition-logic.js";
import { abstention, hookOptions, type HookOptions, on } from "./on.js";
import { checkOptions, isFlag, isFunction, isWords, type OptionChecks, shown } from "./read-options.js";

/** When a hook that says always the same speaks. */
export interface PlainHookOptions extends HookOptions {
  /** Must hold, beside the signals. */
  readonly when?: (moment: Moment) => boolean;
}

/** The same for `nudge`. */
export interface NudgeOptions extends PlainHookOptions {
  /** Say nothing where another hook with this option has spoken in this turn. Default false. */
  readonly onePerTurn?: boolean;
}

const gateOptions: OptionChecks<PlainHookOptions> = { ...hookOptions, when: isFunction };
const nudgeOptions: OptionChecks<NudgeOptions> = { ...gateOptions, onePerTurn: isFlag };

/**
 * A hook that blocks with the same words each time, without a model: where its conditions hold, its signals fire and `when` agrees.
 *
 * Defaults: events `Stop` and `SubagentStop`, `maxFires` 1; at events that gate an action each attempt is denied, without limit. An agent
 * that waits for something in the background is not kept from stopping.
 *
 * @throws TypeError for an option that is not known or has a wrong value.
 */
export function gate(message: string, options: PlainHookOptions = {}): Hook {
  const who = check("gate", message, options, gateOptions);
  const events = listOf(options.events ?? ["Stop", "SubagentStop"]);
  const { maxFires = gatesAction(events) ? null : 1 } = options;
  const hook = plainHook(message, { ...options, events, maxFires, id: options.id ?? who }, "deny");
  return Object.freeze({ ...hook, blocksOnly: true });
}

/**
 * A hook that warns with the same words each time, without a model, and never blocks. It cites the lines in which its signals were found.
 *
 * Defaults: with signals the event `PostToolUse` and `maxFires` 3, without `PreToolUse` and 1; `onFailure` `warn`.
 *
 * @throws TypeError for an option that is not known or has a wrong value.
 */
export function nudge(message: string, options: NudgeOptions = {}): Hook {
  const who = check("nudge", message, options, nudgeOptions);
  const { onePerTurn, ...rest } = options;
  const hasSignals = options.signals !== undefined;
  const events = listOf(options.events ?? (hasSignals ? "PostToolUse" : "PreToolUse"));
  const defaults = { maxFires: hasSignals ? 3 : 1, onFailure: "warn" } as const;
  const hook = plainHook(message, { ...defaults, ...rest, events, id: options.id ?? who }, "warn");
  return Object.freeze({ ...hook, advisory: true, ...(onePerTurn === true ? { onePerTurn } : {}) });
}

/** @returns the id of a hook that names none. @throws TypeError in words */
function check(
  kind: string,
  message: unknown,
  options: unknown,
  checks: Readonly<Record<string, (value: unknown) => string | undefined>>,
): string {
  if (typeof message !== "string" || isWords(message) !== undefined)
    throw new TypeError(
      `\`${kind}\`: expected its message to be a string that is not empty, got ${shown(message)}`,
    );
  checkOptions(`\`${kind}(${JSON.stringify(message.slice(0, 40))}…)\``, options, checks);
  return `${kind}-${createHash("sha256").update(message).digest("hex").slice(0, 8)}`;
}

function listOf(events: string | readonly string[]): readonly string[] {
  return typeof events === "string" ? [events] : events;
}

function plainHook(
  message: string,
  options: PlainHookOptions & { readonly id: string; readonly events: readonly string[] },
  kind: "deny" | "warn",
): Hook {
  const { events, signals, when, ...own } = options;
  const scorer = signals === undefined ? undefined : scorerOf(signals);
  const words = dedent(message);
  const isWaiting = Waiting();
  return on(events, own, (context): Verdict => {
    const isGating = gatesAction([context.event.event]);
    if (!isGating && (firedThisTurn(context.state, context.transcript) || stopsLater(context)))
      return abstention;
    if (when !== undefined && !when(context)) return abstention;
    if (scorer === undefined) return { kind, reason: words };
    const pick = listenFor(context, scorer, isGating && kind === "deny");
    // The lines are shown to the agent that wrote them, not sent to a model.
    const lines = pick?.({ text: (text) => text });
    return lines === undefined ? abstention : { kind, reason: citeMessage(words, lines) };
  });

  /** The agent stops only until something that runs in the background ends: it goes on then. */
  function stopsLater(context: HookContext): boolean {
    return kind === "deny" && isWaiting(context);
  }
}
