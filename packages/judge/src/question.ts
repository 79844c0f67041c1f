import type { JsonValue } from "@gatehouse-hooks/json";
import type { Verdict } from "@gatehouse-hooks/engine";

import type { ReplyDecision } from "./reply/reply-schema.js";

/** What a judge is asked: one policy, one event. */
export interface Question {
  /** The policy's text; `{{context}}` and `{{dotted.paths}}` are filled with event data. */
  readonly body: string;
  /** The name of the event, for example `before_tool_call`. */
  readonly event: string;
  /** Whether the event gates an action: then no approval counts where a part of the action was hidden. Default true. */
  readonly gates?: boolean;
  /** What the judge may see: the event or a projection of it. Untrusted. */
  readonly context: JsonValue;
  /** `provider/model` or a size (`small`, `medium`, `large`); absent: the judge's default. */
  readonly model?: string;
  /** What the reply may say, of what the judge reads; absent: all of it. */
  readonly decisions?: readonly ReplyDecision[];
  /** Milliseconds from the call of `judge` to its verdict, waiting, retries and back-off included. */
  readonly timeoutMs: number;
  /** The session that the call counts for; absent: no session budget applies. */
  readonly session?: string;
  /** Higher waits less when all places are taken. Default 0. */
  readonly priority?: number;
}

/** Options of one call. */
export interface JudgeCall {
  /** Ends the call: the verdict is then the failure `aborted`, and the request's socket is closed. */
  readonly signal?: AbortSignal;
  /**
   * The caller has a queue, and the question its place there: it waits a second time only where `maxConcurrent` or
   * `maxWaiting` of the judge is set. Default false.
   */
  readonly queued?: boolean;
}

/** Answers questions. Never rejects: what goes wrong is a failure verdict. */
export interface Judge {
  judge(question: Question, call?: JudgeCall): Promise<Verdict>;
}
