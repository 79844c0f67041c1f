import type { JudgeOptions } from "./judge-options.js";
import type { Model, ModelCall, ModelReply } from "./provider/model-call.js";
import { modelRegistry } from "./provider/model-registry.js";
import { ledger } from "./robust/budget.js";
import { guard } from "./robust/guard.js";
import { waitingLine } from "./robust/waiting-line.js";

/** For which session a model is asked, and for how long. */
export interface AskTerms {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, when the question began. */
  readonly started: number;
  /** Milliseconds from `started`, waiting and retries included. */
  readonly timeoutMs: number;
  readonly session?: string | undefined;
  readonly priority?: number | undefined;
}

/** The way to the models: a waiting line, budgets, retries and circuit breakers before each. */
export interface ModelDesk {
  /** @throws JudgeFailure `judge-unavailable`. */
  find(name: string | undefined): Model;
  /** @throws JudgeFailure (as a rejection). */
  ask(model: Model, request: Omit<ModelCall, "signal">, terms: AskTerms): Promise<ModelReply>;
}

/** @param now - milliseconds since 1970. */
export function modelDesk(options: JudgeOptions, now: () => number): ModelDesk {
  const models = modelRegistry(options, now);
  const line = waitingLine(options.maxConcurrent ?? 3, options.maxWaiting ?? 1_000);
  const spending = ledger(options.budgets ?? {}, now);
  const guarded = guard({
    retries: options.retries ?? 2,
    openAfter: options.breaker?.openAfter ?? 5,
    halfOpenAfterMs: options.breaker?.halfOpenAfterMs ?? 10_000,
    random: options.random ?? Math.random,
    now,
  });
  return {
    find: (name) => models.find(name),
    async ask(model, request, { signal, started, timeoutMs, session, priority }) {
      const attempt = async (): Promise<ModelReply> => {
        spending.take(session);
        const reply = await model.call({ ...request, signal });
        if (reply.usage !== undefined) spending.add(session, reply.usage);
        return reply;
      };
      return await line.run(
        () => guarded.run(model.provider, attempt, { signal, deadline: started + timeoutMs, timeoutMs }),
        { priority: priority ?? 0, signal },
      );
    },
  };
}
