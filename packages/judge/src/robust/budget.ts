import type { Usage } from "@gatehouse-hooks/engine";

import { JudgeFailure } from "../failure.js";

/** How much may be spent. What is absent is not limited. */
export interface Allowance {
  /** Requests to models, retries included. */
  readonly calls?: number;
  /** Input and output tokens together, as the providers report them. */
  readonly tokens?: number;
}

/** Allowances by scope. */
export interface Budgets {
  /** For each session key. */
  readonly session?: Allowance;
  /** For each day, from midnight to midnight UTC. */
  readonly day?: Allowance;
}

/** Counts what was spent, in memory. */
export interface Budget {
  /**
   * Takes one call, before the request leaves.
   * @throws JudgeFailure `over-budget` when a limit is reached; nothing is then taken.
   */
  take(session: string | undefined): void;
  /** Adds the tokens of an answer. Tokens are known afterwards only: calls in flight may go over the limit. */
  add(session: string | undefined, usage: Usage): void;
}

/** Sessions that are remembered; the one that was quiet for longest is forgotten first, and starts anew. */
const maxSessions = 10_000;

const dayMs = 86_400_000;

interface Spent {
  calls: number;
  tokens: number;
}

/** @param now - milliseconds since 1970. */
export function createBudget(budgets: Budgets, now: () => number): Budget {
  const sessions = new Map<string, Spent>();
  let day = { number: Number.NaN, spent: nothing() };

  const today = (): Spent => {
    const number = Math.floor(now() / dayMs);
    // A clock that goes back does not give the day's budget a second time.
    if (!(number <= day.number)) day = { number, spent: nothing() };
    return day.spent;
  };
  const ofSession = (session: string): Spent => {
    const spent = sessions.get(session) ?? nothing();
    sessions.delete(session);
    sessions.set(session, spent);
    if (sessions.size > maxSessions) {
      const oldest = sessions.keys().next();
      if (oldest.done !== true) sessions.delete(oldest.value);
    }
    return spent;
  };
  const accounts = (session: string | undefined): readonly (readonly [string, Allowance, Spent])[] => [
    ...(budgets.day === undefined ? [] : [["day", budgets.day, today()] as const]),
    ...(budgets.session === undefined || session === undefined
      ? []
      : [["session", budgets.session, ofSession(session)] as const]),
  ];

  return {
    take(session) {
      const charged = accounts(session);
      for (const [scope, allowance, spent] of charged) {
        if (spent.calls >= (allowance.calls ?? Infinity)) {
          throw new JudgeFailure("over-budget", `the ${scope}'s budget of ${allowance.calls} calls is spent`);
        }
        if (spent.tokens >= (allowance.tokens ?? Infinity)) {
          throw new JudgeFailure(
            "over-budget",
            `the ${scope}'s budget of ${allowance.tokens} tokens is spent`,
          );
        }
      }
      for (const [, , spent] of charged) spent.calls++;
    },
    add(session, usage) {
      for (const [, , spent] of accounts(session)) spent.tokens += usage.inputTokens + usage.outputTokens;
    },
  };
}

function nothing(): Spent {
  return { calls: 0, tokens: 0 };
}
