import { type JsonObject, shorten } from "@gatehouse-hooks/json";
import type * as core from "zod/v4/core";

import { askAbout, type Evaluation, modelFor, type Skipped } from "./ask-about.js";
import type { SignalScorer } from "./compile-signals.js";
import { firedThisTurn } from "./count-fire.js";
import { eventText, toolInput } from "./event-fields.js";
import { gatesAction } from "./gating-events.js";
import type { HookContext, Specialty } from "./hook.js";
import { listenFor, transcriptTexts } from "./listen-for.js";
import type { Moment } from "./condition-logic.js";
import { Prompt } from "./prompt.js";
import {
  checkOptions,
  isFlag,
  isFunction,
  isModel,
  isPositive,
  isSignals,
  isSpecialty,
  type OptionChecks,
} from "./read-options.js";
import type { SignalsLike } from "./signal.js";
import { type Hider, showTranscript } from "./show-transcript.js";

/** How a question is asked (document 001). */
export interface EvaluateOptions {
  /** Searched for first; without a match no model is asked. */
  readonly signals?: SignalsLike | SignalScorer;
  /** Evaluated first; must hold, in addition to the signals. */
  readonly when?: (moment: Moment) => boolean;
  /** UTF-16 code units of the transcript's context. Default 2,000. */
  readonly maxContext?: number;
  /** Default `small`. A size or `provider/model`. */
  readonly model?: string;
  /** Default `review`. */
  readonly specialty?: Specialty;
  /** Give the model read-only tools in the environment's `root`. Default false. */
  readonly agent?: boolean;
  /**
   * Send the conversation, too, with the calls of tools and their results: its end, as far as `maxTranscript` of the environment goes.
   * Default false.
   */
  readonly transcript?: boolean;
  /**
   * Ask again although the hook has fired in this turn. Default false. At events that gate an action it is always asked again.
   */
  readonly everyTime?: boolean;
  /**
   * The handler decides what a failure means. Default false: where an event gates an action, a handler that lets it happen after a model
   * failed has failed itself.
   */
  readonly mayFail?: boolean;
  /** Ask if signals that cannot be searched for could match. Default true. */
  readonly askWhenUnsure?: boolean;
}

/** What the options of a question have to be. */
export const evaluateOptions: OptionChecks<EvaluateOptions> = {
  signals: isSignals,
  when: isFunction,
  maxContext: isPositive,
  model: isModel,
  specialty: isSpecialty,
  agent: isFlag,
  transcript: isFlag,
  everyTime: isFlag,
  mayFail: isFlag,
  askWhenUnsure: isFlag,
};

/** How many messages are the context without signals. */
const recentTexts = 5;
/** UTF-16 code units of the conversation that are sent. */
const defaultTranscript = 131_072;
const mostTranscript = 1_048_576;

/**
 * Asks a model about a moment, with an answer of any shape (document 001, "llm_evaluate"): signals first, then the
 * prompt with the lines that matched, then the answer, checked by the schema.
 *
 * All event data is JSON between tags with a fresh random marker (judge SPEC, "Prompt"), secrets hidden: what the prompt
 * was given with `context`, too.
 *
 * @param schema - a schema of zod or zod/mini.
 */
export async function llmEvaluate<T>(
  context: HookContext,
  prompt: string | Prompt,
  schema: core.$ZodType<T>,
  options: EvaluateOptions = {},
): Promise<Evaluation<T>> {
  checkOptions(`\`llmEvaluate\` in the hook \`${context.hook}\``, options, evaluateOptions);
  return await evaluatePrompt(context, prompt, schema, options);
}

/** As `llmEvaluate`, with options that were read before. */
export async function evaluatePrompt<T>(
  context: HookContext,
  prompt: string | Prompt,
  schema: core.$ZodType<T>,
  options: EvaluateOptions,
): Promise<Evaluation<T>> {
  const { transcript, environment } = context;
  const why = whyNow(context, options);
  if (why !== undefined) return { kind: "skipped", why };
  const pick =
    options.signals === undefined
      ? (hide: Hider) => transcriptTexts(context, recentTexts).map(hide.text)
      : listenFor(context, options.signals, options.askWhenUnsure ?? true);
  if (pick === undefined) return { kind: "skipped", why: "signals" };
  if (options.agent === true && context.root === undefined) {
    environment.onNotice?.({
      code: "no-tools",
      hook: context.hook,
      message: "`agent` is true, and the model gets no tools: give the environment a `root`",
    });
  }
  const limit = Math.min(environment.maxTranscript ?? defaultTranscript, mostTranscript);
  const evaluation = await askAbout(context, {
    prompt: typeof prompt === "string" ? Prompt().system(prompt) : prompt,
    schema,
    subject: action(context),
    blocks: (hide) => [
      ...(options.transcript === true
        ? [["transcript", showTranscript(transcript, limit, hide)] as const]
        : []),
      ["context", shorten(pick(hide).join("\n"), options.maxContext ?? 2_000)],
    ],
    model: modelFor(context, options.specialty ?? "review", options.model ?? "small"),
    agent: options.agent === true,
  });
  if (evaluation.kind === "failure" && options.mayFail !== true) context.failed?.(evaluation);
  return evaluation;
}

/** Why no model is asked, before anything is looked for. */
function whyNow(context: HookContext, { everyTime, when }: EvaluateOptions): Skipped | undefined {
  if (context.isUnheard === true) return "unheard";
  const isLimited = everyTime !== true && !gatesAction([context.event.event]);
  if (isLimited && firedThisTurn(context.state, context.transcript)) {
    const { deniedAt, firedAt } = context.state;
    return deniedAt !== undefined && deniedAt === firedAt ? "already-denied-this-turn" : "fired-this-turn";
  }
  return when === undefined || when(context) ? undefined : "when";
}

/** The tool call that the event is about: a question about an action must show the action. */
function action({ event }: Moment): readonly (readonly [string, JsonObject])[] {
  const name = eventText(event, "toolName");
  return name === undefined ? [] : [["event", { tool: name, input: toolInput(event) }]];
}
