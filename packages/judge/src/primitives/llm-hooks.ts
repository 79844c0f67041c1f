import { createHash } from "node:crypto";

import type { Verdict } from "@gatehouse/engine";
import type * as core from "zod/v4/core";

import { failureVerdict } from "../failure.js";
import { dedent } from "./dedent.js";
import { gatesAction } from "./gating-events.js";
import type { Hook } from "./hook.js";
import { type EvaluateOptions, type Evaluation, llmEvaluate } from "./llm-evaluate.js";
import { compileSignals } from "./compile-signals.js";
import { type HookOptions, on } from "./on.js";
import { type GateVerdict, gateVerdict, type NudgeVerdict, nudgeVerdict } from "./verdict-types.js";

/** How a model's verdict becomes a gate or a nudge. */
export interface LlmHookOptions<V> extends HookOptions, Omit<EvaluateOptions, "everyTime" | "askWhenUnsure"> {
  /** What the agent is told: a text, or made of the verdict. */
  readonly message: string | ((verdict: V) => string);
}

/**
 * A hook that blocks when a model says so (document 001, "llm_gate").
 *
 * Defaults: events `Stop` and `SubagentStop`, `maxFires` 1, `agent` and `transcript` true. At events that gate an action
 * `maxFires` is without limit and each event is judged, also in a turn that was blocked before: a second attempt must
 * not pass because the first one was stopped.
 */
export function llmGate(prompt: string, options: LlmHookOptions<GateVerdict>): Hook {
  const events = options.events ?? ["Stop", "SubagentStop"];
  const gates = gatesAction(events);
  return llmHook(prompt, { maxFires: gates ? null : 1, ...options, events }, "llm-gate", {
    schema: gateVerdict,
    fires: ({ block }) => block,
    kind: "deny",
    everyTime: gates,
    askWhenUnsure: true,
  });
}

/**
 * A hook that warns when a model says so, and never blocks (document 001, "llm_nudge").
 *
 * Defaults: event `PostToolUse`, `maxFires` 3, `agent` and `transcript` true, `onFailure` `warn`.
 */
export function llmNudge(prompt: string, options: LlmHookOptions<NudgeVerdict>): Hook {
  return llmHook(
    prompt,
    { events: ["PostToolUse"], maxFires: 3, onFailure: "warn", ...options },
    "llm-nudge",
    { schema: nudgeVerdict, fires: ({ fire }) => fire, kind: "warn", everyTime: false, askWhenUnsure: false },
  );
}

interface Meaning<V> {
  readonly schema: core.$ZodType<V>;
  readonly fires: (verdict: V) => boolean;
  readonly kind: "deny" | "warn";
  readonly everyTime: boolean;
  readonly askWhenUnsure: boolean;
}

function llmHook<V>(prompt: string, options: LlmHookOptions<V>, kind: string, meaning: Meaning<V>): Hook {
  const { signals } = options;
  const scorer = signals === undefined || "match" in signals ? signals : compileSignals(signals);
  const asking = {
    agent: true,
    transcript: true,
    ...options,
    ...(scorer === undefined ? {} : { signals: scorer }),
    everyTime: meaning.everyTime,
    askWhenUnsure: meaning.askWhenUnsure,
  };
  const id = options.id ?? `${kind}-${createHash("sha256").update(prompt).digest("hex").slice(0, 8)}`;
  return on(options.events ?? [], { ...options, id }, async (context) =>
    verdictOf(await llmEvaluate(context, prompt, meaning.schema, asking), options.message, meaning),
  );
}

function verdictOf<V>(
  evaluation: Evaluation<V>,
  message: LlmHookOptions<V>["message"],
  { fires, kind }: Meaning<V>,
): Verdict {
  if (evaluation.kind === "failure") return evaluation;
  if (evaluation.kind === "skipped")
    return { kind: "approve", reason: `nobody was asked: ${evaluation.why}` };
  const { value, ms, usage, isEcho } = evaluation;
  const cost = { source: "judge", ms, ...(usage === undefined ? {} : { usage }) };
  if (fires(value)) {
    return { kind, reason: dedent(typeof message === "string" ? message : message(value)), ...cost };
  }
  if (isEcho && kind === "deny") {
    return { ...failureVerdict("bad-reply", "the answer repeats text of the event", ms), ...cost };
  }
  return { kind: "approve", reason: "the model has no objection", ...cost };
}
