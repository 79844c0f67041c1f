import { own } from "@gatehouse-hooks/json";
import { createHash } from "node:crypto";

import type { Verdict } from "@gatehouse-hooks/engine";
import type * as core from "zod/v4/core";

import { failureVerdict } from "@gatehouse-hooks/judge";
import { withoutBlindApproval } from "@gatehouse-hooks/judge";
import type { Evaluation } from "./ask-about.js";
import { dedent } from "./dedent.js";
import { gatesAction } from "./gating-events.js";
import type { Hook, HookContext } from "./hook.js";
import { scorerOf } from "./listen-for.js";
import { evaluatePrompt, type EvaluateOptions, evaluateOptions } from "./llm-evaluate.js";
import { hookOptions, type HookOptions, on } from "./on.js";
import { isPrompt, type Prompt } from "./prompt.js";
import {
  checkOptions,
  isFlag,
  isFunction,
  isWords,
  type OptionCheck,
  type OptionChecks,
  shown,
} from "./read-options.js";
import { type GateVerdict, gateVerdict, type NudgeVerdict, nudgeVerdict } from "./verdict-types.js";

/** How a model's verdict becomes a gate or a nudge. */
export interface LlmHookOptions<V>
  extends Omit<HookOptions, "signals">, Omit<EvaluateOptions, "everyTime" | "askWhenUnsure" | "mayFail"> {
  /**
   * What the agent is told: a string, or a function of the verdict. If the function fails, the agent is told the model's own
   * reasoning.
   */
  readonly message: string | ((verdict: V) => string);
  /**
   * For nudges: say nothing, and ask no model, where another hook with this option has fired in this turn. Default false: a turn may have
   * a warning of each.
   */
  readonly onePerTurn?: boolean;
}

const isMessage: OptionCheck = (value) =>
  isWords(value) === undefined || typeof value === "function"
    ? undefined
    : "a string that is not empty, or a function of the verdict";

const { everyTime: _, askWhenUnsure: __, mayFail: ___, ...questionOptions } = evaluateOptions;

const gateOptions: Omit<OptionChecks<LlmHookOptions<unknown> & VerdictOptions<unknown>>, "onePerTurn"> = {
  ...hookOptions,
  ...questionOptions,
  message: isMessage,
  schema: (value) =>
    typeof value === "object" && value !== null && "_zod" in value ? undefined : "a schema of zod",
  verdict: isFunction,
};

/** Reads what a gate or a nudge was given. @throws TypeError in words */
function checkLlmHook(who: string, prompt: unknown, options: unknown): void {
  if (!isPrompt(prompt) && isWords(prompt) !== undefined)
    throw new TypeError(
      `\`${who}\`: expected its question, a string or a \`Prompt()\`, got ${shown(prompt)}`,
    );
  const given: object = typeof options === "object" && options !== null ? options : {};
  const id: unknown = "id" in given ? given.id : undefined;
  const name =
    typeof id === "string" ? `hook \`${id}\`` : `\`${who}(${JSON.stringify(String(prompt).slice(0, 40))}…)\``;
  checkOptions(name, options, who === "llmGate" ? gateOptions : { ...gateOptions, onePerTurn: isFlag });
  if (!("message" in given) || given.message === undefined)
    throw new TypeError(`${name}: it has no \`message\`, which is what the agent is told`);
  if ("schema" in given !== "verdict" in given)
    throw new TypeError(
      `${name}: \`schema\` and \`verdict\` belong together: the answer, and whether it fires`,
    );
}

/** A verdict of the caller's own shape, and what it means. */
export interface VerdictOptions<V> {
  /** What the model answers: a schema of zod or zod/mini. */
  readonly schema: core.$ZodType<V>;
  /** Whether the hook fires. */
  readonly verdict: (value: V) => boolean;
}

/**
 * A hook that blocks when a model says so (document 001, "llm_gate").
 *
 * Defaults: events `Stop` and `SubagentStop`, `maxFires` 1, `agent` and `transcript` true; the model answers `block` and
 * `reasoning`. At events that gate an action each attempt is judged, whatever `maxFires` says: a second attempt must not
 * pass because the first one was stopped.
 *
 * @example
 * ```ts
 * llmGate("How risky is this?", {
 *   events: ["PreToolUse"],
 *   schema: z.object({ reasoning: z.string(), risk: z.enum(["low", "high"]) }),
 *   verdict: ({ risk }) => risk === "high",
 *   message: ({ reasoning }) => `Too risky: ${reasoning}`,
 * });
 * ```
 */
export function llmGate<V>(
  prompt: string | Prompt,
  options: Omit<LlmHookOptions<V>, "onePerTurn"> & VerdictOptions<V>,
): Hook;
export function llmGate(
  prompt: string | Prompt,
  options: Omit<LlmHookOptions<GateVerdict>, "onePerTurn">,
): Hook;
export function llmGate<V>(
  prompt: string | Prompt,
  options: (LlmHookOptions<V> & VerdictOptions<V>) | LlmHookOptions<GateVerdict>,
): Hook {
  checkLlmHook("llmGate", prompt, options);
  const events = listOf(options.events ?? ["Stop", "SubagentStop"]);
  const defaults = { maxFires: gatesAction(events) ? null : 1, events };
  const kind = { kind: "deny", name: "llm-gate", askWhenUnsure: true } as const;
  return "schema" in options
    ? llmHook(
        prompt,
        { ...defaults, ...options, events },
        { ...kind, schema: options.schema, fires: options.verdict },
      )
    : llmHook(
        prompt,
        { ...defaults, ...options, events },
        { ...kind, schema: gateVerdict, fires: ({ block }) => block },
      );
}

/**
 * A hook that warns when a model says so, and never blocks (document 001, "llm_nudge").
 *
 * Defaults: event `PostToolUse`, `maxFires` 3 (at events that gate an action without limit), `agent` and `transcript`
 * true, `onFailure` `warn`; the model answers `fire` and `reasoning`.
 */
export function llmNudge<V>(prompt: string | Prompt, options: LlmHookOptions<V> & VerdictOptions<V>): Hook;
export function llmNudge(prompt: string | Prompt, options: LlmHookOptions<NudgeVerdict>): Hook;
export function llmNudge<V>(
  prompt: string | Prompt,
  options: (LlmHookOptions<V> & VerdictOptions<V>) | LlmHookOptions<NudgeVerdict>,
): Hook {
  checkLlmHook("llmNudge", prompt, options);
  const events = listOf(options.events ?? ["PostToolUse"]);
  const defaults = { maxFires: gatesAction(events) ? null : 3, onFailure: "warn", events } as const;
  const kind = { kind: "warn", name: "llm-nudge", askWhenUnsure: false } as const;
  return "schema" in options
    ? llmHook(
        prompt,
        { ...defaults, ...options, events },
        { ...kind, schema: options.schema, fires: options.verdict },
      )
    : llmHook(
        prompt,
        { ...defaults, ...options, events },
        { ...kind, schema: nudgeVerdict, fires: ({ fire }) => fire },
      );
}

interface Meaning<V> {
  readonly schema: core.$ZodType<V>;
  readonly fires: (verdict: V) => boolean;
  readonly kind: "deny" | "warn";
  readonly name: string;
  readonly askWhenUnsure: boolean;
}

function listOf(events: string | readonly string[]): readonly string[] {
  return typeof events === "string" ? [events] : events;
}

function llmHook<V>(prompt: string | Prompt, options: LlmHookOptions<V>, meaning: Meaning<V>): Hook {
  const { signals, when, maxContext, model, specialty, transcript = true, agent: isAgent, ...rest } = options;
  const scorer = signals === undefined ? {} : { signals: scorerOf(signals) };
  const hash = createHash("sha256").update(String(prompt)).digest("hex").slice(0, 8);
  const id = options.id ?? `${meaning.name}-${hash}`;
  const { events = [], message: _message, onePerTurn, ...own } = withoutVerdict(rest);
  const hook = on(events, { ...own, id }, async (context) => {
    const evaluation = await evaluatePrompt(context, prompt, meaning.schema, {
      transcript,
      ...given({ when, maxContext, model, specialty }),
      ...scorer,
      // By default there are tools if there is a project; a hook that asks for them without one is told so.
      agent: isAgent ?? context.root !== undefined,
      askWhenUnsure: meaning.askWhenUnsure,
    });
    return verdictOf(context, evaluation, options.message, meaning);
  });
  return Object.freeze({
    ...hook,
    ...(meaning.kind === "warn" ? { advisory: true } : { blocksOnly: true }),
    ...(onePerTurn === true ? { onePerTurn } : {}),
  });
}

/** The options without those of `VerdictOptions`, which are not those of a hook. */
function withoutVerdict<V>(options: LlmHookOptions<V>): LlmHookOptions<V> {
  const {
    schema: _schema,
    verdict: _verdict,
    ...rest
  } = { schema: undefined, verdict: undefined, ...options };
  return rest;
}

function given<T extends object>(options: T): Partial<{ readonly [Key in keyof T]: NonNullable<T[Key]> }> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<{
    readonly [Key in keyof T]: NonNullable<T[Key]>;
  }>;
}

function verdictOf<V>(
  context: HookContext,
  evaluation: Evaluation<V>,
  message: LlmHookOptions<V>["message"],
  { fires, kind }: Meaning<V>,
): Verdict {
  if (evaluation.kind === "failure") return evaluation;
  if (evaluation.kind === "skipped")
    return { kind: "approve", reason: `no model was asked: ${evaluation.why.replaceAll("-", " ")}` };
  const { value, ms, usage, isEcho, isPartlyHidden } = evaluation;
  const cost = { source: "judge", ms, ...(usage === undefined ? {} : { usage }) };
  if (fires(value)) return { kind, reason: reasonOf(context, value, message), ...cost };
  if (isEcho && kind === "deny") {
    return { ...failureVerdict("bad-reply", "the answer repeats text of the event", ms), ...cost };
  }
  const answer = { kind: "approve", reason: "the model has no objection", ...cost } as const;
  const isBlind = isPartlyHidden && kind === "deny" && gatesAction([context.event.event]);
  return isBlind ? withoutBlindApproval(answer) : answer;
}

/** What the agent is told: a message that cannot be made must not turn a block into a failure. */
function reasonOf<V>(
  { environment, hook }: HookContext,
  value: V,
  message: LlmHookOptions<V>["message"],
): string {
  if (typeof message === "string") return dedent(message);
  let problem: string;
  try {
    const made: unknown = message(value);
    if (typeof made === "string" && made.trim() !== "") return dedent(made);
    problem = "it gave no text";
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  environment.onNotice?.({
    code: "message-failed",
    hook,
    message: `the message of the verdict cannot be made, the model's own reasoning is shown: ${problem}`,
  });
  return ownReasoning(value) ?? "the model objects, and gave no reason";
}

function ownReasoning(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of ["reasoning", "reason", "explanation"]) {
    const text = own(value, key);
    if (typeof text === "string" && text.trim() !== "") return dedent(text);
  }
  return undefined;
}
