import { type VerdictCache, verdictKey } from "@gatehouse-hooks/cache";
import { shownContext } from "@gatehouse-hooks/json";
import type { Answer, CacheScope, JudgeHandler, Need, Session, Verdict } from "@gatehouse-hooks/engine";
import { failure } from "./failure.js";
import type { NeedOf } from "./handlers.js";
import type { Notice } from "./notice.js";
import { nameOf, type Sessions } from "./sessions.js";
import { type Countdown, type Stop, stopOf, within } from "./stop.js";

/** A verdict and its source. */
export interface Got {
  readonly verdict: Verdict;
  readonly source: "cache" | "flight" | "fresh";
}

/** A question to the judge as the cache knows it. */
interface CachedQuestion {
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

  return {
    questionOf: (need, session) => questionOf(need, session, sessions, defaultModel),

    kept({ key, scope, session, accepts }) {
      try {
        const verdict = cache.kept?.({ key, scope, session, accepts });
        return verdict === undefined ? undefined : { verdict, source: "cache" };
      } catch {
        // A cache that is broken here is as broken when it is asked, which is where that is reported.
        return undefined;
      }
    },

    async get({ timeoutMs, ...question }, ask, stop) {
      const asking = new Asking(cache, question, ask);
      const verdict = await within(
        (waiting, countdown) => asking.viaCache(waiting, countdown, broken),
        { stop, timeoutMs },
        () => failure("handler-failed", "the verdict cache failed"),
      );
      const { fresh, source } = asking;
      if (fresh !== undefined && verdict.kind === "failure" && verdict.code === "timeout") {
        // The judge has answered, only storing the answer takes too long.
        return { verdict: fresh, source: "fresh" };
      }
      return { verdict, source };
    },
  };
}

function questionOf(
  need: Need,
  session: Session,
  sessions: Sessions,
  defaultModel: string | undefined,
): CachedQuestion | undefined {
  if (!isJudge(need)) return undefined;
  const { handler, event } = need;
  const scope = sessions.scopeOf(session, handler.cache);
  if (scope === "none") return undefined;
  try {
    const key = verdictKey({
      event: event.event,
      body: handler.prompt,
      model: handler.model ?? defaultModel ?? null,
      context: shownContext(handler, event),
      derives: Object.hasOwn(need, "derives") ? need.derives : undefined,
    });
    const accepts = judgeAnswers(handler, event.event);
    return { key, scope, session: nameOf(session), accepts, timeoutMs: handler.timeoutMs };
  } catch {
    // Larger than a key may be: asked without the cache.
    return undefined;
  }
}

/** One question on its way through the cache. */
class Asking {
  source: Got["source"] = "fresh";
  /** What the judge has answered here. */
  fresh: Verdict | undefined;
  readonly #cache: VerdictCache;
  readonly #question: Omit<CachedQuestion, "timeoutMs">;
  readonly #ask: (stop: Stop) => Promise<Verdict>;

  constructor(
    cache: VerdictCache,
    question: Omit<CachedQuestion, "timeoutMs">,
    ask: (stop: Stop) => Promise<Verdict>,
  ) {
    this.#cache = cache;
    this.#question = question;
    this.#ask = ask;
  }

  async viaCache(waiting: Stop, { pause }: Countdown, broken: () => void): Promise<Verdict> {
    // What is asked has its own limit, which does not count the time in the queue.
    let goOn: (() => void) | undefined;
    const onComputing = (computing: boolean): void => {
      if (!computing) goOn?.();
      goOn = computing ? (goOn ?? pause()) : undefined;
    };
    const computeHere = async (flight: AbortSignal): Promise<Verdict> => {
      onComputing(true);
      return this.#compute(stopOf(flight)).finally(() => onComputing(false));
    };
    try {
      const { signal } = waiting;
      const asked = await this.#cache.ask(this.#question, computeHere, { signal, onComputing });
      this.source = asked.source;
      return asked.verdict;
    } catch (error) {
      if (waiting.stopped) throw error;
      broken();
      return this.fresh ?? computeHere(waiting.signal);
    }
  }

  async #compute(flight: Stop): Promise<Verdict> {
    return (this.fresh = await this.#ask(flight));
  }
}

function isJudge(need: Need): need is NeedOf<"judge"> {
  return need.handler.kind === "judge";
}

/** The events of docker-agent on which a model's `allow` skips the user's prompt. */
const ALLOWS: ReadonlySet<string> = new Set(["pre_tool_use", "permission_request"]);

type Beside = "warnings" | "context" | "systemMessages" | "updatedInput";
const BESIDE: readonly Beside[] = ["warnings", "context", "systemMessages", "updatedInput"];

/** What the judge of a handler may answer (SPEC, "The cache"), to tell what another process put into a shared cache. */
function judgeAnswers(handler: JudgeHandler, event: string): (answer: Answer) => boolean {
  if (handler.template === undefined) return isPlainAnswer;
  if ((handler.schema ?? "") === "") return isAdvice;
  return (answer) =>
    answer.kind !== "warn" &&
    (answer.kind !== "allow" || ALLOWS.has(event)) &&
    hasOnly(answer, "systemMessages");
}

function isPlainAnswer(answer: Answer): boolean {
  return answer.kind !== "allow" && hasOnly(answer);
}

function isAdvice(answer: Answer): boolean {
  return answer.kind === "approve" && hasOnly(answer, "context");
}

/** Whether the answer comes with nothing else, but for one string of a kind. */
function hasOnly(answer: Answer, kind?: "context" | "systemMessages"): boolean {
  return BESIDE.every((name) => {
    const given = answer[name];
    return given === undefined || (name === kind && Array.isArray(given) && given.length <= 1);
  });
}
