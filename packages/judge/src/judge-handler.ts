import type { Event, Need, Verdict } from "@gatehouse-hooks/engine";

import { failureVerdict } from "./failure.js";
import { shownContext } from "@gatehouse-hooks/json";
import type { Judge } from "./question.js";
import { quoteUntrusted } from "./hidden-part.js";

/** What a driver gives to a handler. */
export interface JudgeCallContext {
  readonly signal: AbortSignal;
}

/** Answers needs with a judge handler; what a driver of the engine calls. */
export type JudgeNeedHandler = (need: Need, context: JudgeCallContext) => Promise<Verdict>;

/**
 * Connects a judge to a driver of the engine: the need's policy text is the question, its event (or the part of it that the policy shows) the context, the event's session the one that pays. A prompt in another language is a failure:
 * `withPromptLanguages` answers those.
 *
 * @throws TypeError (as a rejection) for a need of another kind of handler.
 */
export function judgeHandler(judge: Judge): JudgeNeedHandler {
  return async (need, { signal }) => {
    const { event, handler } = need;
    if (handler.kind !== "judge")
      throw new TypeError(`a judge cannot answer a handler of the kind ${handler.kind}`);
    if (handler.template !== undefined) {
      return failureVerdict(
        "bad-question",
        `the prompt is in the language ${quoteUntrusted(handler.template, 40)}: wrap the judge's handler in \`withPromptLanguages\``,
        0,
      );
    }
    const session = payerOf(event);
    return await judge.judge(
      {
        body: handler.prompt,
        event: event.event,
        gates: need.gates,
        context: shownContext(handler, event),
        timeoutMs: handler.timeoutMs,
        ...(handler.model === undefined ? {} : { model: handler.model }),
        ...(handler.decisions === undefined ? {} : { decisions: handler.decisions }),
        ...(session === undefined ? {} : { session }),
      },
      // A driver limits how much it asks at once.
      { signal, queued: true },
    );
  };
}

/** Where hosts name the session of an event (engine SPEC, "Sessions"). */
const SESSION_KEYS = ["sessionKey", "session_id", "conversation_id"] as const;

/** The session that pays. Of two names the first: a call without any would be outside of every limit. */
export function payerOf(event: Event): string | undefined {
  return SESSION_KEYS.filter((key) => Object.hasOwn(event, key))
    .map((key) => event[key])
    .find((name) => typeof name === "string");
}
