import { type VerdictCache, verdictKey } from "@gatehouse-hooks/cache";
import { project } from "@gatehouse-hooks/json";
import type { Answer, CacheScope, Need, Session, Verdict } from "@gatehouse-hooks/engine";
import { failure } from "./failure.js";
import type { NeedOf } from "./handlers.js";
import { judgeAnswers } from "./judge-answers.js";
import type { Notice } from "./notice.js";
import { nameOf, type Sessions } from "./sessions.js";
import { type Stop, stopOf } from "./stop.js";
import { within } from "./within.js";

/** A verdict and its source. */
export interface Got {
  readonly verdict: Verdict;
  readonly source: "cache" | "flight" | "fresh";
}

/** A question to the judge as the cache knows it. */
export interface CachedQuestion {
  readonly key: string;
  readonly scope: CacheScope;
  readonly session: string | undefined;
  /** Whether the judge could have given this answer: other processes may write to the store. */
  readonly accepts: (answer: Answer) => boolean;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Equal questions have equal ids. */
export function idOf({ key, scope, session }: CachedQuestion): string {
  return JSON.stringify([key, ...(scope === "session" ? [scope, session ?? null] : [scope])]);
}

/** The judge behind the cache. */
export interface CachedJudge {
  /** Undefined: the need does not go through the cache. */
  questionOf(need: Need, session: Session): CachedQuestion | undefined;
  /** The verdict, if it is at hand: nothing to wait for, nothing to abort. Never throws. */
  kept(question: CachedQuestion): Got | undefined;
  /**
   * Never rejects, unless `ask` does.
   *
   * @param ask queues the question and asks it, until no caller waits for it any more
   */
  get(question: CachedQuestion, ask: (stop: Stop) => Promise<Verdict>, stop: Stop): Promise<Got>;
}

/**
 * @param defaultModel what the judge takes for a policy without a model
 */
export function createCachedJudge(
  cache: VerdictCache,
  sessions: Sessions,
  defaultModel: string | undefined,
  say: (notice: Notice) => void,
): CachedJudge {
  const broken = (): void =>
    say({
      code: "cache-failed",
      message: "the verdict cache does not work: every question goes to the judge",
    });
  /** How many flights of a question this process is asking or has in line. */
  const flights = new Map<string, number>();

  return {
    questionOf(need, session) {
      if (!isJudge(need)) return undefined;
      const { handler, event } = need;
      const scope = sessions.scopeOf(session, handler.cache);
      if (scope === "none") return undefined;
      try {
        const key = verdictKey({
          event: event.event,
          body: handler.prompt,
          model: handler.model ?? defaultModel ?? null,
          context: handler.uses === undefined ? event : project(event, handler.uses),
        });
        const accepts = judgeAnswers(handler, event.event);
        return { key, scope, session: nameOf(session), accepts, timeoutMs: handler.timeoutMs };
      } catch {
        // Larger than a key may be: asked without the cache.
        return undefined;
      }
    },

    kept({ key, scope, session, accepts }) {
      try {
        const verdict = cache.kept?.({ key, scope, session, accepts });
        return verdict === undefined ? undefined : { verdict, source: "cache" };
      } catch {
        // A cache that is broken here is as broken when it is asked, which is where that is reported.
        return undefined;
      }
    },

    async get(question, ask, stop) {
      const { key, scope, session, accepts, timeoutMs } = question;
      const id = idOf(question);
      let source: Got["source"] = "fresh";
      let fresh: Verdict | undefined;
      const fly = async (flight: Stop): Promise<Verdict> => {
        flights.set(id, (flights.get(id) ?? 0) + 1);
        try {
          fresh = await ask(flight);
          return fresh;
        } finally {
          const left = (flights.get(id) ?? 1) - 1;
          if (left === 0) flights.delete(id);
          else flights.set(id, left);
        }
      };
      const viaCache = async (waiting: Stop): Promise<Verdict> => {
        try {
          const { signal } = waiting;
          const asked = await cache.ask({ key, scope, session, accepts }, (flight) => fly(stopOf(flight)), {
            signal,
          });
          source = asked.source;
          return asked.verdict;
        } catch (error) {
          if (waiting.stopped) throw error;
          broken();
          return fresh ?? fly(waiting);
        }
      };
      const verdict = await within(
        viaCache,
        // A slow question in this process has its own limit, which does not count the time in the queue.
        { stop, timeoutMs, extend: () => flights.has(id) },
        () => failure("handler-failed", "the verdict cache failed"),
      );
      if (fresh !== undefined && verdict.kind === "failure" && verdict.code === "timeout") {
        // The judge has answered, only storing the answer takes too long.
        return { verdict: fresh, source: "fresh" };
      }
      return { verdict, source };
    },
  };
}

function isJudge(need: Need): need is NeedOf<"judge"> {
  return need.handler.kind === "judge";
}
