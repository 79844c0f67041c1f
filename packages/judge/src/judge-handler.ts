import type { Need, Verdict } from "@gatehouse/engine";

import { projectContext } from "./project-context.js";
import type { Judge } from "./question.js";

/** What a driver gives to a handler. */
export interface HandlerContext {
  readonly signal: AbortSignal;
}

/** Answers needs with a judge handler; what a driver of the engine calls. */
export type JudgeNeedHandler = (need: Need, context: HandlerContext) => Promise<Verdict>;

/**
 * Connects a judge to a driver of the engine: the need's policy text is the question, its event (or the projection
 * onto the policy's `uses`) the context, the event's `sessionKey` the session that pays.
 *
 * @throws TypeError (as a rejection) for a need of another kind of handler.
 */
export function judgeHandler(judge: Judge): JudgeNeedHandler {
  return async (need, { signal }) => {
    const { event, handler } = need;
    if (handler.kind !== "judge")
      throw new TypeError(`a judge cannot answer a handler of the kind ${handler.kind}`);
    const session = Object.hasOwn(event, "sessionKey") ? event["sessionKey"] : undefined;
    return await judge.judge(
      {
        body: handler.prompt,
        event: event.event,
        context: handler.uses === undefined ? event : projectContext(event, handler.uses),
        timeoutMs: handler.timeoutMs,
        ...(handler.model === undefined ? {} : { model: handler.model }),
        ...(typeof session === "string" ? { session } : {}),
      },
      { signal },
    );
  };
}
