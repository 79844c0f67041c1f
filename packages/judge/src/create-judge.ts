import { ownRecord, type JsonValue, sealJson } from "@gatehouse-hooks/json";
import { isProxy } from "#is-proxy";
import type { Answer, Failure, Verdict } from "@gatehouse-hooks/engine";
import { type CallTerms, modelCaller } from "./call-model.js";
import { hidesAction, withoutBlindApproval } from "./hidden-part.js";
import { failureVerdict, JudgeFailure } from "./failure.js";
import type { JudgeOptions, JudgeNotice } from "./judge-options.js";
import { freshMarker } from "./prompt/data-fence.js";
import { buildPrompt, type JudgePrompt } from "./prompt/build-prompt.js";
import type { Model, ModelReply } from "./provider/model-call.js";
import type { Judge, JudgeCall, Question } from "./question.js";
import { type ReplyDecision, replyDecisions, replySchema } from "./reply/reply-schema.js";
import { isEcho } from "./reply/is-echo.js";
import { parseReply } from "./reply/parse-reply.js";
import { withDeadline } from "./robust/deadline.js";
import { modelProblem } from "./provider/model-registry.js";

/** Messages that are remembered; beyond them nothing more is reported. */
const maxNotices = 1_000;

/** Calls `listener` once for each thing. */
export function noticeOnce(
  listener: ((notice: JudgeNotice) => void) | undefined,
): (code: JudgeNotice["code"], message: string) => void {
  const said = new Set<string>();
  return (code, message) => {
    const key = `${code} ${message}`;
    if (listener === undefined || said.has(key) || said.size >= maxNotices) return;
    said.add(key);
    listener({ code, message });
  };
}

/** Longest body of a policy, in UTF-16 code units. */
const maxBodyLength = 65_536;

/**
 * Makes a judge (SPEC, "Question").
 *
 * `judge` never rejects and never takes longer than the question's `timeoutMs`: waiting for a place, retries and
 * back-off are part of it. Whatever is not a well-formed answer is a failure, and the policy's `onFailure` says what
 * that means. An approval of an action of which redaction hid a part is an `ask` (SPEC, "Hidden parts"). A model that cannot be
 * called is told to `onNotice` at once, before any question.
 *
 * @example
 * ```ts
 * const judge = createJudge({ model: "anthropic/claude-sonnet-4-20250514", env: process.env });
 * const verdict = await judge.judge({
 *   body: "Deny force pushes to main.",
 *   event: "before_tool_call",
 *   context: { params: { command: "git push --force origin main" } },
 *   timeoutMs: 15_000,
 * });
 * ```
 */
export function createJudge(given: JudgeOptions = {}): Judge {
  const judging = new Judging(ownRecord(given));
  return { judge: (question, call = {}) => judging.judge(question, call) };
}

class Judging {
  readonly #options: JudgeOptions;
  readonly #now: () => number;
  readonly #marker: () => string;
  readonly #known: readonly ReplyDecision[];
  readonly #notice: ReturnType<typeof noticeOnce>;
  readonly #models: ReturnType<typeof modelCaller>;
  readonly #redacts: boolean;
  readonly #maxContext: number;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#marker = options.marker ?? freshMarker;
    this.#known = options.decisions ?? replyDecisions;
    this.#notice = noticeOnce(options.onNotice);
    this.#models = modelCaller(options, this.#now);
    this.#redacts = options.redact ?? true;
    this.#maxContext = options.maxContext ?? 65_536;
    sayModelProblems(options, this.#notice);
  }

  async judge(question: Question, call: JudgeCall): Promise<Verdict> {
    const started = this.#now();
    try {
      return await withDeadline(question.timeoutMs, call.signal, (signal) =>
        this.#ask(question, { signal, started, queued: call.queued }),
      );
    } catch (error) {
      if (!(error instanceof JudgeFailure)) throw error;
      const { code, message } = error;
      if (code === "judge-unavailable") this.#notice(code, message);
      return failureVerdict(code, message, this.#elapsed(started));
    }
  }

  async #ask(question: Question, terms: Pick<CallTerms, "signal" | "started" | "queued">): Promise<Verdict> {
    const context = readContext(question);
    const model = this.#models.find(question.model);
    const nonce = this.#options.nonce === true ? this.#marker() : undefined;
    const { system, prompt } = this.#promptFor(question, context, nonce);
    const { timeoutMs, session, priority } = question;
    const schema = replySchema(this.#decisionsOf(question), this.#options.nonce === true);
    const request = { system, prompt, schema };
    const reply = await this.#models.call(model, request, { ...terms, timeoutMs, session, priority });
    return {
      ...this.#verdictOf(reply, { question, context, nonce, reader: model.reply }),
      source: "judge",
      ms: this.#elapsed(terms.started),
      ...(reply.usage === undefined ? {} : { usage: reply.usage }),
    };
  }

  #promptFor(question: Question, context: JsonValue, nonce: string | undefined): JudgePrompt {
    const prompt = buildPrompt({
      body: question.body,
      event: question.event,
      context,
      marker: this.#marker(),
      decisions: this.#decisionsOf(question),
      maxContext: this.#maxContext,
      redact: this.#redacts,
      ...(nonce === undefined ? {} : { nonce }),
    });
    for (const path of prompt.unknown) {
      const message = `\`{{${path}}}\` names nothing in the context of ${question.event}`;
      this.#notice("unknown-placeholder", message);
    }
    if (prompt.cut && this.#options.judgeCut !== true) {
      throw new JudgeFailure("over-budget", `the event data is longer than ${this.#maxContext} characters`);
    }
    return prompt;
  }

  #verdictOf(reply: ModelReply, asked: Asked): Answer | Failure {
    const { question, context, nonce } = asked;
    const parsed = parseReply(reply.text, {
      mode: asked.reader,
      decisions: this.#decisionsOf(question),
      ...(nonce === undefined ? {} : { nonce }),
      ...(reply.finishReason === undefined ? {} : { meta: { finishReason: reply.finishReason } }),
    });
    if (!parsed.ok) return { kind: "failure", code: parsed.code, message: parsed.message };
    const { decision, reason } = parsed;
    if (decision === "approve" && isEcho(reply.text, context)) {
      return { kind: "failure", code: "bad-reply", message: "the approval repeats text of the event" };
    }
    const answer: Answer = { kind: decision, reason };
    // Looked for in what lets the action pass only: to redact the event takes longer than all else here.
    const passes = decision === "approve" || decision === "warn";
    return passes && this.#redacts && (question.gates ?? true) && hidesAction(context)
      ? withoutBlindApproval(answer)
      : answer;
  }

  #decisionsOf({ decisions = this.#known }: Question): readonly ReplyDecision[] {
    return this.#known.filter((one) => decisions.includes(one));
  }

  #elapsed(started: number): number {
    return Math.max(0, this.#now() - started);
  }
}

/** What a reply is read against. */
interface Asked {
  readonly question: Question;
  /** Sealed. */
  readonly context: JsonValue;
  readonly nonce: string | undefined;
  readonly reader: Model["reply"];
}

function readContext(question: Question): JsonValue {
  if (question.body.length > maxBodyLength) {
    throw new JudgeFailure("over-budget", `the policy's text is longer than ${maxBodyLength} characters`);
  }
  const sealed = sealJson(question.context, { isProxy, loneSurrogates: "keep" });
  if (sealed.issue !== undefined) {
    throw new JudgeFailure("bad-question", `the context is not plain JSON: ${sealed.issue.message}`);
  }
  return sealed.value;
}

/** Reports early that the default model or a size cannot be called: each question to it would fail. */
export function sayModelProblems(
  options: JudgeOptions,
  notice: (code: JudgeNotice["code"], message: string) => void,
): void {
  const { model, sizes = {} } = options;
  const names = [model, ...Object.values(sizes)].filter((name) => name !== undefined);
  for (const name of new Set(names)) {
    const problem = modelProblem(name, options);
    if (problem !== undefined) notice("judge-unavailable", problem);
  }
}
