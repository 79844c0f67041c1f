import { project, type VerdictCache, verdictKey } from "@gatehouse/cache";
import type { Failure, Need, Verdict } from "@gatehouse/engine";
import { callHandler } from "./call-handler.js";
import { type Clock, elapsedMs } from "./clock.js";
import type { Counters } from "./counters.js";
import type { Asked } from "./drive.js";
import { Cancelled, failure } from "./failure.js";
import { type HandlerFunction, handlerOf, type Handlers, type NeedOf } from "./handlers.js";
import type { Line, Urgency } from "./line.js";
import type { Notice } from "./notice.js";
import type { Sessions } from "./sessions.js";
import { within } from "./within.js";

/** What asking needs. */
export interface AskerParts {
  readonly handlers: Handlers;
  /** Processes and judges are few at a time; functions and builtins run in this process and do not wait. */
  readonly lines: { readonly judge: Line; readonly command: Line };
  readonly cached: { readonly cache: VerdictCache; readonly sessions: Sessions } | undefined;
  readonly defaultModel: string | null;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly say: (notice: Notice) => void;
}

/** Asks for one decision. */
export type Asker = (need: Need, urgency: Urgency, session: string | undefined, decision: AbortSignal) => Asked;

/** An answer and how it was come by. */
interface Got {
  readonly verdict: Verdict;
  readonly source: "cache" | "flight" | "fresh";
}

/** Turns needs into verdicts: cache, line, handler. */
export function createAsker(parts: AskerParts): Asker {
  const { handlers, lines, cached, clock, counters, say } = parts;
  /** Questions of the cache that this process is asking or has in line, with how many flights there are of each. */
  const computing = new Map<string, number>();
  let serial = 0;

  function call(handler: HandlerFunction, need: Need, signal: AbortSignal): Promise<Verdict> {
    counters.calls[need.handler.kind]++;
    return callHandler(handler, need, signal);
  }

  async function viaCache(
    { cache, sessions }: NonNullable<AskerParts["cached"]>,
    handler: HandlerFunction,
    need: NeedOf<"judge">,
    session: string | undefined,
    question: Question,
  ): Promise<Got> {
    const scope = sessions.scopeOf(session, need.handler.cache);
    const key = keyOf(need, parts.defaultModel);
    const { id, urgency, signal } = question;
    const ask = (flight: AbortSignal): Promise<Verdict> =>
      lines.judge.run(id, urgency, flight, () => call(handler, need, flight));

    let source: Got["source"] = "fresh";
    let fresh: Verdict | undefined;
    const verdict = await within(
      async (waiting) => {
        try {
          const asked = await cache.ask(
            { key, scope, session },
            async (flight) => {
              computing.set(id, (computing.get(id) ?? 0) + 1);
              try {
                return (fresh = await ask(flight));
              } finally {
                leave(computing, id);
              }
            },
            { signal: waiting },
          );
          source = asked.source;
          return asked.verdict;
        } catch (error) {
          if (waiting.aborted) throw error;
          say({ code: "cache-failed", message: "the verdict cache does not work; every question goes to the judge" });
          return fresh ?? (await ask(waiting));
        }
      },
      // The cache must not take longer than the policy allows; waiting in line here is not its fault.
      { signal, timeoutMs: need.handler.timeoutMs, extend: () => computing.has(id) },
      () => failure("handler-failed", "the verdict cache failed"),
    );
    // The answer was there, only storing it took too long.
    return { verdict: isTimeout(verdict) ? (fresh ?? verdict) : verdict, source };
  }

  async function get(need: Need, session: string | undefined, question: Question): Promise<Got> {
    const handler = handlerOf(handlers, need);
    if (handler === undefined) return { verdict: unavailable(need, say), source: "fresh" };
    const { id, urgency, signal } = question;
    if (isJudge(need) && cached !== undefined && need.handler.cache !== "none") {
      return viaCache(cached, handler, need, session, question);
    }
    const run = (): Promise<Verdict> => call(handler, need, signal);
    const { kind } = need.handler;
    const verdict = kind === "judge" || kind === "command" ? lines[kind].run(id, urgency, signal, run) : run();
    return { verdict: await verdict, source: "fresh" };
  }

  return (need, urgency, session, decision) => {
    const start = clock();
    const controller = new AbortController();
    const onDecisionAbort = (): void => controller.abort(decision.reason);
    if (decision.aborted) onDecisionAbort();
    else decision.addEventListener("abort", onDecisionAbort, { once: true });
    const id = isJudge(need) && cached !== undefined && need.handler.cache !== "none"
      ? JSON.stringify([need.handler.cache, session ?? null, keyOf(need, parts.defaultModel)])
      : `#${serial++}`;
    const verdict = get(need, session, { id, urgency, signal: controller.signal })
      .catch(() => ({ verdict: failure("handler-failed", "asking failed"), source: "fresh" as const }))
      .then((got) => {
        decision.removeEventListener("abort", onDecisionAbort);
        count(counters, got);
        return stamp(got, need.handler.kind, elapsedMs(clock, start));
      });
    return {
      verdict,
      raise: () => {
        if (need.handler.kind === "judge" || need.handler.kind === "command") lines[need.handler.kind].raise(id);
      },
      cancel: () => controller.abort(new Cancelled("needless", "an answer before it made it needless")),
    };
  };
}
