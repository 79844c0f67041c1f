import type { Answer, CacheScope, Verdict } from "@gatehouse-hooks/engine";
import type { StoredScope, StoreStats } from "./store.js";

/** A question: its key, how long its answer may be reused, and in which session it is asked. */
export interface CacheQuestion {
  /** From `verdictKey`; at most 1,024 characters. */
  readonly key: string;
  readonly scope: CacheScope;
  /** The session key, for scope `session`. Questions without one share a separate partition. */
  readonly session?: string | undefined;
  /**
   * Whether an answer could be one to this question, for stores that others may write. Default: everything that a judge may
   * answer: neither an `allow` nor a rewrite.
   */
  readonly accepts?: ((answer: Answer) => boolean) | undefined;
}

export interface CacheAnswer {
  /** Frozen, all the way down. */
  readonly verdict: Verdict;
  /** `fresh`: this call computed it. `flight`: an equal question was being asked. `cache`: it was kept. */
  readonly source: "cache" | "flight" | "fresh";
}

/** How long a caller waits, and for what. */
export interface AskOptions {
  /** Ends the waiting of this caller. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told when the judge is asked, by this caller's `compute` or the one of the caller it joined (`true`), and when that is
   * over (`false`): the rest of the time goes to the store and to other processes. May be left out by a cache of another make.
   */
  readonly onComputing?: ((computing: boolean) => void) | undefined;
}

/** What happened in a scope since the cache was made (by this process), and what the store holds (of all). */
export interface ScopeStats extends StoreStats {
  readonly hits: number;
  readonly misses: number;
  /** Callers that joined an equal question in flight. */
  readonly joins: number;
  readonly stores: number;
  readonly inFlight: number;
}

export type CacheStats = Readonly<Record<CacheScope, ScopeStats>>;

/** Answers questions to the judge, each only once where its scope allows. */
export interface VerdictCache {
  /**
   * The answer to a question: kept, or from an equal question in flight, or from `compute`.
   *
   * Failures are returned to all waiting callers, and never kept. A store that does not work means a slower answer,
   * not a missing one.
   *
   * @param compute asks the judge; its signal aborts when every caller has aborted
   * @throws the abort reason when `signal` aborts; what `compute` throws; TypeError for a key that is not one
   */
  ask(
    question: CacheQuestion,
    compute: (signal: AbortSignal) => Promise<Verdict>,
    options?: AskOptions,
  ): Promise<CacheAnswer>;
  /**
   * The answer, if it is at hand: kept by a store that looks without waiting, and not being asked right now. It counts as
   * a hit; when there is none, nothing has happened, and `ask` is next. Costs a small part of a hit through `ask`.
   *
   * Other implementations may lack it; a wrapper of `ask` wraps this too, or leaves it out.
   *
   * @throws TypeError for a key that is not one
   */
  kept?(question: CacheQuestion): Answer | undefined;
  /** Forgets a session's answers; `undefined`: those of the questions without a session. */
  clearSession(session: string | undefined): Promise<void>;
  /** Forgets all answers of a scope, or of both. */
  clear(scope?: StoredScope): Promise<void>;
  stats(): Promise<CacheStats>;
  /** Releases the store's resources. Questions in flight still get their answers. */
  close(): Promise<void>;
}
