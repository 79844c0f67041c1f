import type * as cockatiel from "cockatiel";
import type { CircuitBreakerPolicy } from "cockatiel";

import { type JudgeFailureCode, JudgeFailure } from "../failure.js";
import { quoteUntrusted } from "../quote-untrusted.js";
import { wait } from "./wait.js";

type Library = typeof cockatiel;

/** How a provider's faults are handled. */
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

/** The deadline of the whole question. */
export interface Until {
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

/** Retries and circuit breakers, one breaker for each provider. */
export function guard(options: GuardOptions): Guard {
  const breakers = new Map<string, CircuitBreakerPolicy>();
  // Timeouts that the waiting line caused, not the provider.
  const excused = new WeakSet<JudgeFailure>();
  const breakerOf = ({ circuitBreaker, ConsecutiveBreaker, handleWhen }: Library, provider: string) => {
    const known = breakers.get(provider);
    if (known !== undefined) return known;
    const made = circuitBreaker(
      handleWhen((error) => error instanceof JudgeFailure && faults.has(error.code) && !excused.has(error)),
      { halfOpenAfter: options.halfOpenAfterMs, breaker: new ConsecutiveBreaker(options.openAfter) },
    );
    breakers.set(provider, made);
    return made;
  };
  return {
    async run(provider, attempt, { signal, deadline, timeoutMs }) {
      // Loaded by the first question: most processes never ask one.
      const library = await import("cockatiel");
      const breaker = breakerOf(library, provider);
      let attempts = 0;
      let waitMs = 0;
      const mayRetry = (error: Error): boolean => {
        if (!(error instanceof JudgeFailure) || !error.retryable) return false;
        waitMs = backOff(attempts, error.retryAfterMs, options.random);
        // A wait that ends after the deadline is a timeout that takes longer: fail now, and say why.
        return options.now() + waitMs < deadline;
      };
      const retries = library.retry(library.handleWhen(mayRetry), {
        maxAttempts: options.retries,
        backoff: new library.ConstantBackoff(0),
      });
      try {
        return await retries.execute(async () => {
          // The library's wait goes on after an abort and would keep the process alive.
          if (attempts > 0) await wait(waitMs, signal);
          attempts++;
          return await breaker.execute(async () => {
            const began = options.now();
            try {
              // The back-off, or another attempt that the breaker waited for, may have taken all the time.
              signal.throwIfAborted();
              if (deadline - began < shortestMs)
                throw new JudgeFailure("timeout", "no time is left for a request");
              return await attempt();
            } catch (error) {
              const hadTime = options.now() - began >= timeoutMs / 2;
              if (error instanceof JudgeFailure && error.code === "timeout" && !hadTime) excused.add(error);
              throw error;
            }
          });
        }, signal);
      } catch (error) {
        if (!(error instanceof library.BrokenCircuitError)) throw error;
        throw new JudgeFailure(
          "judge-unavailable",
          `${quoteUntrusted(provider, 40)} failed ${options.openAfter} times in a row and is not asked for ${options.halfOpenAfterMs} ms`,
        );
      }
    },
  };
}

/** Milliseconds until the next attempt: half to all of the step, and what the server asked for at least. */
function backOff(attempts: number, retryAfterMs: number | undefined, random: () => number): number {
  const step = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
  return Math.max(step * (0.5 + random() / 2), retryAfterMs ?? 0);
}
