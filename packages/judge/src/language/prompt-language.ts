import type { Answer, Event, JudgeHandler } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";

/**
 * How the prompts of another program are written and how their replies are read. Pure functions and data: secrets, tags,
 * time, models and limits stay the judge's.
 */
export interface PromptLanguage {
  /**
   * Reads what a policy says, once for many events.
   *
   * @returns the prompt, or why it cannot be sent: then no model is asked
   */
  readonly compile: (handler: Pick<JudgeHandler, "prompt" | "schema">) => CompiledPrompt | PromptProblem;
  /** Whether a person can be asked at an event of this name. Where not, an approval that does not count is no opinion. */
  readonly asks: (event: string) => boolean;
}

/** A policy's prompt, ready for any event. */
export interface CompiledPrompt {
  readonly ok: true;
  /** What the model is asked about an event. */
  readonly request: (event: Event, frame: PromptFrame) => PromptRequest | PromptProblem;
  /**
   * Reads the model's reply.
   *
   * @param quote untrusted text for a message: redacted, cut to a number of UTF-16 code units (200), in backticks
   */
  readonly read: (
    reply: string,
    event: Event,
    quote: (text: string, longest?: number) => string,
  ) => ReadReply | PromptProblem;
}

/** How untrusted text is shown in one request. */
export interface PromptFrame {
  /**
   * Writes a string of the event into the prompt: redacted, and between tags that it cannot close. INVARIANT: nothing of an
   * event reaches a prompt in another way.
   */
  readonly show: (value: string) => string;
  /** For the system text: what the tags mean. */
  readonly rule: string;
}

/** What a model is asked. */
export interface PromptRequest {
  readonly ok: true;
  readonly system: string;
  readonly prompt: string;
  /** The reply as JSON Schema, for providers that enforce one. */
  readonly schema: JsonObject;
}

/** A reply that was understood. */
export interface ReadReply {
  readonly ok: true;
  /** What it means at the event. */
  readonly answer: Answer;
  /** The reply lets the action pass, whatever that means at the event: it must not repeat text of the event. */
  readonly approves: boolean;
}

/** Why there is no request, or no answer. */
export interface PromptProblem {
  readonly ok: false;
  readonly problem: string;
}
