import type { CustomProvider } from "./provider/custom-model.js";
import type { ProviderEnvironment, ProviderOptions } from "./provider/provider-options.js";
import type { ReplyDecision } from "./reply/reply-schema.js";
import type { Budgets } from "./robust/budget.js";

/** A message for the operator: something is not as it should be, and the same thing is said once only. */
export interface JudgeNotice {
  readonly code: "judge-unavailable" | "unknown-placeholder";
  readonly message: string;
}

/** How the judge is made. Everything has a default; without a model or a key, each question fails. */
export interface JudgeOptions {
  /** `provider/model` for questions that name none, or a size. */
  readonly model?: string;
  /** What the model names `small`, `medium` and `large` mean, as `provider/model`. An absent one is `model`. */
  readonly sizes?: Readonly<Partial<Record<"small" | "medium" | "large", string>>>;
  /** Where keys and addresses are read, normally `process.env`. Default: nowhere. */
  readonly env?: ProviderEnvironment;
  /** Servers by the name that stands before the slash of a model; more than the known ones, or other settings for them. */
  readonly providers?: Readonly<Record<string, ProviderOptions>>;
  /** Answers every question instead of the providers. */
  readonly custom?: CustomProvider;
  /** The reader for `custom`. Default `lenient`. */
  readonly customReply?: "strict" | "lenient";
  /** The decisions that a reply may name. Default: approve, warn, ask, deny. */
  readonly decisions?: readonly ReplyDecision[];
  /** Ask the model to repeat a random text, and refuse replies without it. Default false. */
  readonly nonce?: boolean;
  /** Hide secrets in the event data. Default true. */
  readonly redact?: boolean;
  /** UTF-16 code units of event data in a prompt. Default 65,536. Longer data is the failure `over-budget`. */
  readonly maxContext?: number;
  /** Judge data that was cut at `maxContext` instead. Default false: what is not seen cannot be approved. */
  readonly judgeCut?: boolean;
  /**
   * Requests at once; further ones wait. Default 3; behind a driver of the engine (`judgeHandler`), which has a queue of its
   * own: no limit.
   */
  readonly maxConcurrent?: number;
  /** Questions that may wait in the judge's queue; one more is the failure `overloaded`. Default 1,000. */
  readonly maxWaiting?: number;
  /** Further attempts after 429, 5xx and broken connections: 0, 1 or 2. Default 2. */
  readonly retries?: 0 | 1 | 2;
  /** The circuit breaker of each provider. */
  readonly breaker?: {
    /** Faults in a row that open it. Default 5. */
    readonly openAfter?: number;
    /** Milliseconds until one request may try again. Default 10,000. */
    readonly halfOpenAfterMs?: number;
  };
  readonly budgets?: Budgets;
  /** Tokens that one reply may cost. Default 2,048. */
  readonly maxOutputTokens?: number;
  /** Default: not sent, as some models refuse it. */
  readonly temperature?: number;
  /** Told once about each thing. Default: nothing is told. */
  readonly onNotice?: (notice: JudgeNotice) => void;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** From 0 to 1, for the spread of retries. Default `Math.random`. */
  readonly random?: () => number;
  /** A fresh unpredictable text of 8 to 64 letters and digits. Default: 128 random bits in hex. */
  readonly marker?: () => string;
}
