import type { JsonObject } from "@gatehouse-hooks/json";
import type { Failure, Usage } from "@gatehouse-hooks/engine";

import type { ModelTool } from "@gatehouse-hooks/judge";

/** A question with an answer of any shape. */
export interface EvaluatorQuestion {
  readonly system: string;
  readonly prompt: string;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
  /** `provider/model` or a size; absent: the default. */
  readonly model?: string | undefined;
  /** Milliseconds, waiting and retries included. */
  readonly timeoutMs: number;
  /** The session whose budget is charged. */
  readonly session?: string | undefined;
  readonly tools?: readonly ModelTool[] | undefined;
}

/** What the model wrote, unparsed. */
export interface EvaluatorReply {
  readonly kind: "reply";
  readonly text: string;
  /** `lenient`: prose may surround the object. */
  readonly reader: "strict" | "lenient";
  /** Milliseconds. */
  readonly ms: number;
  readonly usage?: Usage;
}

/** Asks models. Never rejects: what goes wrong is a failure. */
export interface Evaluator {
  ask(
    question: EvaluatorQuestion,
    call?: { readonly signal?: AbortSignal },
  ): Promise<EvaluatorReply | Failure>;
}
