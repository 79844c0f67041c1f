import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
} from "cockatiel";

import { type FailureCode, JudgeFailure } from "../failure.js";
import { quote } from "../quote.js";

/** How a provider's faults are met. */
export interface GuardOptions {
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

/** One attempt after another, through the provider's circuit breaker. */
export interface Guard {
  run<T>(provider: string, attempt: () => Promise<T>, until: Until): Promise<T>;
}

/** When the whole thing ends. */
export interface Until {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** Failures that say something about the provider's health. */
const faults: ReadonlySet<FailureCode> = new Set(["timeout", "rate-limited", "http-error", "network"]);

/** Back-off before the first and the second retry, in milliseconds, before jitter. */
const backoffMs = [250, 1_000] as const;

/** Retries and circuit breakers, one breaker for each provider. */
export function guard(options: GuardOptions): Guard {
  const breakers = new Map<string, CircuitBreakerPolicy>();
  const breakerOf = (provider: string): CircuitBreakerPolicy => {
    const known = breakers.get(provider);
    if (known !== undefined) return known;
    const made = circuitBreaker(
      handleWhen((error) => error instanceof JudgeFailure && faults.has(error.code)),
      { halfOpenAfter: options.halfOpenAfterMs, breaker: new ConsecutiveBreaker(options.openAfter) },
    );
    breakers.set(provider, made);
    return made;
  };
  return {
    async run(provider, attempt, { signal, deadline }) {
      const breaker = breakerOf(provider);
      const wait = (error: JudgeFailure, attempts: number): number => {
        const base = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
        // Full jitter above half of the base; the server's own wish is a lower bound.
        const jittered = base * (0.5 + options.random() / 2);
        return Math.max(jittered, error.retryAfterMs ?? 0);
      };
      const fits = (error: Error): boolean =>
        // A wait that ends after the deadline is a timeout that takes longer: fail now, and say why.
        error instanceof JudgeFailure && error.retryable && options.now() + wait(error, 1) < deadline;
      const retries = retry(handleWhen(fits), {
        maxAttempts: options.retries,
        backoff: new DelegateBackoff((context) => {
          const error = "error" in context.result ? context.result.error : undefined;
          return error instanceof JudgeFailure ? wait(error, context.attempt) : 0;
        }),
      });
      try {
        return await retries.execute(async () => {
          signal.throwIfAborted();
          return await breaker.execute(attempt);
        }, signal);
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new JudgeFailure(
          "judge-unavailable",
          `${quote(provider, 40)} failed ${options.openAfter} times in a row and is not asked for ${options.halfOpenAfterMs} ms`,
        );
      }
    },
  };
}
