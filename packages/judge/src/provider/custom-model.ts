import { isCount, type JsonObject, isRecord } from "@gatehouse-hooks/json";
import type { Usage } from "@gatehouse-hooks/engine";

import { JudgeFailure } from "../failure.js";
import { quoteUntrusted } from "../hidden-part.js";
import { abortError, raceAbort } from "../robust/deadline.js";
import type { Model, ModelReply, ModelTool } from "./model-call.js";

/** What a `custom` function is told in addition to the prompt. */
export interface CustomCall {
  /** As the policy or the judge's default names it; empty when neither does. */
  readonly model: string;
  /** The system text. It states the reply contract: send it. */
  readonly system: string;
  /** Aborts when the deadline has passed or the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** JSON Schema of the reply. */
  readonly schema: JsonObject;
  /** Read-only tools that the question comes with; a provider without tools ignores them. */
  readonly tools?: readonly ModelTool[];
}

/** The reply's text, alone or with what it cost. */
export type CustomReply = string | { readonly text: string; readonly usage?: Usage };

/** The embedder's access to a model. A rejection is the failure `network`, unless it is a `JudgeFailure`. */
export type CustomProvider = (prompt: string, call: CustomCall) => PromiseLike<CustomReply> | CustomReply;

/** A model behind the embedder's function. */
export function customModel(custom: CustomProvider, model: string, reply: "strict" | "lenient"): Model {
  return {
    reply,
    provider: "custom",
    async call({ system, prompt, schema, tools, signal }) {
      try {
        return readModelReply(
          await raceAbort(signal, () =>
            custom(prompt, { model, system, signal, schema, ...(tools === undefined ? {} : { tools }) }),
          ),
        );
      } catch (error) {
        if (signal.aborted) throw abortError(signal);
        if (error instanceof JudgeFailure) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new JudgeFailure("network", `the custom provider failed: ${quoteUntrusted(message)}`);
      }
    },
  };
}

function readModelReply(reply: unknown): ModelReply {
  if (typeof reply === "string") return { text: reply };
  if (typeof reply !== "object" || reply === null || !("text" in reply) || typeof reply.text !== "string") {
    throw new JudgeFailure("bad-reply", "the custom provider answered no text");
  }
  const usage = "usage" in reply ? readUsage(reply.usage) : undefined;
  return { text: reply.text, ...(usage === undefined ? {} : { usage }) };
}

function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const { inputTokens, outputTokens } = usage;
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
}
