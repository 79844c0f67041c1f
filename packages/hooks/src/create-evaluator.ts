import { ownRecord } from "@gatehouse-hooks/json";
import { modelCaller } from "@gatehouse-hooks/judge";
import { failureVerdict, JudgeFailure } from "@gatehouse-hooks/judge";
import type { JudgeOptions } from "@gatehouse-hooks/judge";
import { sayModelProblems } from "@gatehouse-hooks/judge";
import { noticeOnce } from "@gatehouse-hooks/judge";
import { quoteUntrusted } from "@gatehouse-hooks/judge";
import { maxReplyLength } from "@gatehouse-hooks/judge";
import { withDeadline } from "@gatehouse-hooks/judge";
import type { Evaluator } from "./evaluator.js";

/**
 * Makes what asks models for the primitives: models, waiting line, retries, circuit breakers and budgets as for
 * `createJudge`, early notices included. Options about replies (`decisions`, `nonce`) and about the prompt do not apply here.
 */
export function createEvaluator(given: JudgeOptions = {}): Evaluator {
  const options = ownRecord(given);
  const now = options.now ?? Date.now;
  const notice = noticeOnce(options.onNotice);
  const models = modelCaller(options, now);
  sayModelProblems(options, notice);
  return {
    async ask({ model: name, timeoutMs, session, ...request }, call = {}) {
      const started = now();
      const elapsed = (): number => Math.max(0, now() - started);
      try {
        return await withDeadline(timeoutMs, call.signal, async (signal) => {
          const model = models.find(name);
          const reply = await models.call(model, request, { signal, started, timeoutMs, session });
          if (reply.finishReason !== undefined && reply.finishReason !== "stop") {
            throw new JudgeFailure(
              "bad-reply",
              `the model stopped early: ${quoteUntrusted(reply.finishReason, 40)}`,
            );
          }
          if (reply.text.length > maxReplyLength) {
            throw new JudgeFailure("bad-reply", `the reply is longer than ${maxReplyLength} characters`);
          }
          return {
            kind: "reply",
            text: reply.text,
            reader: model.reply,
            ms: elapsed(),
            ...(reply.usage === undefined ? {} : { usage: reply.usage }),
          };
        });
      } catch (error) {
        if (!(error instanceof JudgeFailure)) throw error;
        if (error.code === "judge-unavailable") notice(error.code, error.message);
        return failureVerdict(error.code, error.message, elapsed());
      }
    },
  };
}
