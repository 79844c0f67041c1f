import type { JsonObject } from "@gatehouse-hooks/json";
import type { Usage } from "@gatehouse-hooks/engine";

/** One request to a model. */
export interface ModelCall {
  readonly system: string;
  readonly prompt: string;
  /** JSON Schema of the reply, for models that enforce one. */
  readonly schema: JsonObject;
  /** Tools that the model may call before it replies; absent: none. */
  readonly tools?: readonly ModelTool[] | undefined;
  readonly signal: AbortSignal;
}

/** A tool for a model. It only reads. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly input: JsonObject;
  /** Never rejects: what goes wrong is told to the model as a string. */
  readonly run: (input: unknown, signal: AbortSignal) => Promise<string>;
}

/** What came back. */
export interface ModelReply {
  readonly text: string;
  /** Why the model stopped; absent when the transport does not say. */
  readonly finishReason?: string;
  readonly usage?: Usage;
}

/** A model that can be asked. Rejects with a `JudgeFailure`. */
export interface Model {
  /** The reader for its replies: `strict` where the provider enforces the schema. */
  readonly reply: "strict" | "lenient";
  /** The circuit breaker that its faults count for. */
  readonly provider: string;
  call(request: ModelCall): Promise<ModelReply>;
}
