import type * as cockatiel from "cockatiel";
import type { CircuitBreakerPolicy } from "cockatiel";
import { type JudgeFailureCode, JudgeFailure } from "./failure.js";
import type { JudgeOptions } from "./judge-options.js";
import type { Model, ModelCall, ModelReply } from "./provider/model-call.js";
import { modelRegistry } from "./provider/model-registry.js";
import { quoteUntrusted } from "./hidden-part.js";
import { createBudget } from "./robust/budget.js";
import { wait } from "./robust/deadline.js";
import PQueue from "p-queue";

/** On whose behalf a model is called, and for how long. */
export interface CallTerms {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, when the question began. */
  readonly started: number;
  /** Milliseconds from `started`, waiting and retries included. */
  readonly timeoutMs: number;
  readonly session?: string | undefined;
  readonly priority?: number | undefined;
  /** The caller has a queue, and the question its place: the judge's own queue holds only where its options are set. */
  readonly queued?: boolean | undefined;
}

/** The way to the models: a queue, then attempts through a circuit breaker, each charged to the budgets. */
export interface ModelCaller {
  /** @throws JudgeFailure `judge-unavailable`. */
  find(name: string | undefined): Model;
  /** @throws JudgeFailure (as a rejection). */
  call(model: Model, request: Omit<ModelCall, "signal">, terms: CallTerms): Promise<ModelReply>;
}

/** @param now - milliseconds since 1970. */
export function modelCaller(options: JudgeOptions, now: () => number): ModelCaller {
  const models = modelRegistry(options, now);
  const { maxConcurrent, maxWaiting } = options;
  const queue = createQueue(maxConcurrent ?? 3, maxWaiting ?? 1_000);
  const isQueueAsked = maxConcurrent !== undefined || maxWaiting !== undefined;
  const budget = createBudget(options.budgets ?? {}, now);
  const guarded = new Guard({
    retries: options.retries ?? 2,
    openAfter: options.breaker?.openAfter ?? 5,
    halfOpenAfterMs: options.breaker?.halfOpenAfterMs ?? 10_000,
    random: options.random ?? Math.random,
    now,
  });
  return {
    find: (name) => models.find(name),
    async call(model, request, { signal, started, timeoutMs, session, priority = 0, queued = false }) {
      const attempt = async (): Promise<ModelReply> => {
        budget.take(session);
        const reply = await model.call({ ...request, signal });
        if (reply.usage !== undefined) budget.add(session, reply.usage);
        return reply;
      };
      const work = (): Promise<ModelReply> =>
        guarded.run(model.provider, attempt, { signal, deadline: started + timeoutMs, timeoutMs });
      return queued && !isQueueAsked ? await work() : await queue.run(work, { priority, signal });
    },
  };
}

type Library = typeof cockatiel;

/** How a provider's faults are met. */
interface GuardOptions {
  /** Further attempts after the first: 0, 1 or 2. */
  readonly retries: number;
  /** Faults in a row that open the circuit. */
  readonly openAfter: number;
  /** Milliseconds until one request may try again. */
  readonly halfOpenAfterMs: number;
  /** From 0 to 1: spreads the retries. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Retries, behind circuit breakers. */
/** When the whole thing ends. */
interface Until {
  readonly signal: AbortSignal;
  /** Milliseconds that the question had from its beginning. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** Failures that say something about the provider's health. */
const faults: ReadonlySet<JudgeFailureCode> = new Set(["timeout", "rate-limited", "http-error", "network"]);

/** A request with less time than this, in milliseconds, is not begun: its connection would be wasted. */
const shortestMs = 10;

/** Back-off before the first and the second retry, in milliseconds, before jitter. */
const backoffMs = [250, 1_000] as const;

/** Attempts after one another, through a circuit breaker for each provider. */
class Guard {
  readonly #options: GuardOptions;
  readonly #breakers = new Map<string, CircuitBreakerPolicy>();
  /** Timeouts that waiting caused, not the provider. */
  readonly #excused = new WeakSet<JudgeFailure>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  async run<T>(provider: string, attempt: () => Promise<T>, until: Until): Promise<T> {
    const { retries: maxAttempts, random, now, openAfter, halfOpenAfterMs } = this.#options;
    // Loaded by the first question: most processes never ask one.
    const library = await import("cockatiel");
    const breaker = this.#breakerOf(library, provider);
    let attempts = 0;
    let waitMs = 0;
    const mayRetry = (error: Error): boolean => {
      if (!(error instanceof JudgeFailure) || !error.retryable) return false;
      waitMs = backOff(attempts, error.retryAfterMs, random);
      // A wait that ends after the deadline is a timeout that takes longer: fail now, and say why.
      return now() + waitMs < until.deadline;
    };
    const retries = library.retry(library.handleWhen(mayRetry), {
      maxAttempts,
      backoff: new library.ConstantBackoff(0),
    });
    try {
      return await retries.execute(async () => {
        // The library's wait goes on after an abort and would keep the process alive.
        if (attempts > 0) await wait(waitMs, until.signal);
        attempts++;
        return await breaker.execute(() => this.#inTime(attempt, until));
      }, until.signal);
    } catch (error) {
      if (!(error instanceof library.BrokenCircuitError)) throw error;
      throw new JudgeFailure(
        "judge-unavailable",
        `${quoteUntrusted(provider, 40)} failed ${openAfter} times in a row and is not asked for ${halfOpenAfterMs} ms`,
      );
    }
  }

  #breakerOf({ circuitBreaker, ConsecutiveBreaker, handleWhen }: Library, provider: string) {
    const known = this.#breakers.get(provider);
    if (known !== undefined) return known;
    const { openAfter, halfOpenAfterMs: halfOpenAfter } = this.#options;
    const made = circuitBreaker(
      handleWhen(
        (error) => error instanceof JudgeFailure && faults.has(error.code) && !this.#excused.has(error),
      ),
      { halfOpenAfter, breaker: new ConsecutiveBreaker(openAfter) },
    );
    this.#breakers.set(provider, made);
    return made;
  }

  async #inTime<T>(attempt: () => Promise<T>, { signal, deadline, timeoutMs }: Until): Promise<T> {
    const began = this.#options.now();
    try {
      // The back-off, or another attempt that the breaker waited for, may have taken all the time.
      signal.throwIfAborted();
      if (deadline - began < shortestMs) throw new JudgeFailure("timeout", "no time is left for a request");
      return await attempt();
    } catch (error) {
      const hadTime = this.#options.now() - began >= timeoutMs / 2;
      if (error instanceof JudgeFailure && error.code === "timeout" && !hadTime) this.#excused.add(error);
      throw error;
    }
  }
}

/** Milliseconds until the next attempt: half to all of the step, and what the server asked for at least. */
function backOff(attempts: number, retryAfterMs: number | undefined, random: () => number): number {
  const step = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
  return Math.max(step * (0.5 + random() / 2), retryAfterMs ?? 0);
}

/** Lets a few pieces of work run at once; the others wait, higher priority first. */
interface ModelQueue {
  /** @throws JudgeFailure `overloaded` (as a rejection) when too many wait already. */
  run<T>(
    work: () => Promise<T>,
    options: { readonly priority: number; readonly signal: AbortSignal },
  ): Promise<T>;
}

/**
 * @param places - how many run at once.
 * @param maxWaiting - how many may wait.
 */
function createQueue(places: number, maxWaiting: number): ModelQueue {
  const queue = new PQueue({ concurrency: places });
  return {
    async run(work, { priority, signal }) {
      if (queue.size >= maxWaiting) {
        throw new JudgeFailure("overloaded", `${queue.size} questions are waiting already`);
      }
      // A question that is withdrawn while it waits leaves the queue and is never asked.
      return await queue.add(work, { priority, signal });
    },
  };
}
