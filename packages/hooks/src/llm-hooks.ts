import { createHash } from "node:crypto";

import type { Verdict } from "@gatehouse-hooks/engine";
import type * as core from "zod/v4/core";

import { failureVerdict } from "@gatehouse-hooks/judge";
import { withoutBlindApproval } from "@gatehouse-hooks/judge";
import type { Evaluation } from "./ask-about.js";
import { dedent } from "./dedent.js";
import { gatesAction } from "./gating-events.js";
import type { Hook, HookContext } from "./hook.js";
import { scorerOf } from "./listen.js";
import { type EvaluateOptions, llmEvaluate } from "./llm-evaluate.js";
import { type HookOptions, on } from "./on.js";
import { type GateVerdict, gateVerdict, type NudgeVerdict, nudgeVerdict } from "./verdict-types.js";

/** How a model's verdict becomes a gate or a nudge. */
export interface LlmHookOptions<V>
  extends Omit<HookOptions, "signals">, Omit<EvaluateOptions, "everyTime" | "askWhenUnsure"> {
  /**
   * What the agent is told: a string, or a function of the verdict. If the function fails, the agent is told the model's own
   * reasoning.
   */
  readonly message: string | ((verdict: V) => string);
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
export function llmGate<V>(prompt: string, options: LlmHookOptions<V> & VerdictOptions<V>): Hook;
export function llmGate(prompt: string, options: LlmHookOptions<GateVerdict>): Hook;
export function llmGate<V>(
  prompt: string,
  options: (LlmHookOptions<V> & VerdictOptions<V>) | LlmHookOptions<GateVerdict>,
): Hook {
  const events = options.events ?? ["Stop", "SubagentStop"];
  const defaults = { maxFires: gatesAction(events) ? null : 1, events };
  const kind = { kind: "deny", name: "llm-gate", askWhenUnsure: true } as const;
  return "schema" in options
    ? llmHook(
        prompt,
        { ...defaults, ...options },
        { ...kind, schema: options.schema, fires: options.verdict },
      )
    : llmHook(
        prompt,
        { ...defaults, ...options },
        { ...kind, schema: gateVerdict, fires: ({ block }) => block },
      );
}

/**
 * A hook that warns when a model says so, and never blocks (document 001, "llm_nudge").
 *
 * Defaults: event `PostToolUse`, `maxFires` 3 (at events that gate an action without limit), `agent` and `transcript`
 * true, `onFailure` `warn`; the model answers `fire` and `reasoning`.
 */
export function llmNudge<V>(prompt: string, options: LlmHookOptions<V> & VerdictOptions<V>): Hook;
export function llmNudge(prompt: string, options: LlmHookOptions<NudgeVerdict>): Hook;
export function llmNudge<V>(
  prompt: string,
  options: (LlmHookOptions<V> & VerdictOptions<V>) | LlmHookOptions<NudgeVerdict>,
): Hook {
  const events = options.events ?? ["PostToolUse"];
  const defaults = { maxFires: gatesAction(events) ? null : 3, onFailure: "warn", events } as const;
  const kind = { kind: "warn", name: "llm-nudge", askWhenUnsure: false } as const;
  return "schema" in options
    ? llmHook(
        prompt,
        { ...defaults, ...options },
        { ...kind, schema: options.schema, fires: options.verdict },
      )
    : llmHook(
        prompt,
        { ...defaults, ...options },
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

function llmHook<V>(prompt: string, options: LlmHookOptions<V>, meaning: Meaning<V>): Hook {
  const { signals, ...rest } = options;
  const scorer = signals === undefined ? {} : { signals: scorerOf(signals) };
  const id = options.id ?? `${meaning.name}-${createHash("sha256").update(prompt).digest("hex").slice(0, 8)}`;
  const hook = on(options.events ?? [], { ...rest, id }, async (context) => {
    const evaluation = await llmEvaluate(context, prompt, meaning.schema, {
      transcript: true,
      ...rest,
      ...scorer,
      // By default there are tools if there is a project; a hook that asks for them without one is told so.
      agent: options.agent ?? context.root !== undefined,
      askWhenUnsure: meaning.askWhenUnsure,
    });
    return verdictOf(context, evaluation, options.message, meaning);
  });
  return meaning.kind === "warn" ? Object.freeze({ ...hook, advisory: true }) : hook;
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
    const text: unknown = Object.hasOwn(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : undefined;
    if (typeof text === "string" && text.trim() !== "") return dedent(text);
  }
  return undefined;
}
