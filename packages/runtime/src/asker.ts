import type { Need, Session, Verdict } from "@gatehouse-hooks/engine";
import { callHandler } from "./call-handler.js";
import { type CachedJudge, type Got, idOf } from "./cached-judge.js";
import { type Clock, elapsedMs } from "./clock.js";
import type { Counters } from "./counters.js";
import type { Ask } from "./drive.js";
import { Cancelled, failure } from "./failure.js";
import { type HandlerKind, handlerOf, type Handlers } from "./handlers.js";
import type { Line, Urgency } from "./line.js";
import type { Notice } from "./notice.js";
import { ownProperties } from "@gatehouse-hooks/json";
import { createStopper, type Stop } from "./stop.js";

/** What asking needs. */
export interface AskerParts {
  readonly handlers: Handlers;
  /** Judges and processes are few at a time. Functions and builtins run in this process and do not queue. */
  readonly lines: { readonly judge: Line; readonly command: Line };
  readonly cachedJudge: CachedJudge | undefined;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly say: (notice: Notice) => void;
}

/** Asks on behalf of one decision; when that stops, all that it asks stops. */
export type Asker = (need: Need, urgency: Urgency, session: Session, decision: Stop) => ReturnType<Ask>;

/** Turns needs into verdicts: cache, line, handler. Verdicts always come, as failures if nothing else. */
export function createAsker({ handlers, lines, cachedJudge, clock, counters, say }: AskerParts): Asker {
  let serial = 0;

  return (need, urgency, session, decision) => {
    const { kind } = need.handler;
    const start = clock();
    const handler = handlerOf(handlers, need);
    const question = handler === undefined ? undefined : cachedJudge?.questionOf(need, session);
    // Most questions end here: lines, timers and signals are for those that have to be asked.
    const kept = question === undefined || decision.stopped ? undefined : cachedJudge?.kept(question);
    if (kept !== undefined) {
      count(counters, kept);
      return { kind: "answered", verdict: stamped(kept, kind, elapsedMs(clock, start)) };
    }
    const line = kind === "judge" || kind === "command" ? lines[kind] : undefined;
    const id = question === undefined ? `#${serial++}` : idOf(question);
    const stopper = createStopper();

    const ask = (inner: Stop): Promise<Verdict> => {
      if (handler === undefined) return Promise.resolve(unavailable(need, say));
      const call = (): Promise<Verdict> => {
        counters.calls[kind]++;
        return callHandler(handler, need, inner);
      };
      return line === undefined ? call() : line.run(id, urgency, inner, call);
    };
    const get = async (): Promise<Got> => {
      if (question !== undefined && cachedJudge !== undefined) return cachedJudge.get(question, ask, stopper);
      return { verdict: await ask(stopper), source: "fresh" };
    };

    const unwatch = decision.watch((reason) => stopper.stop(reason));
    return {
      kind: "asked",
      verdict: get()
        .catch((): Got => ({ verdict: failure("handler-failed", "asking failed"), source: "fresh" }))
        .then((got) => {
          unwatch();
          count(counters, got);
          return stamped(got, kind, elapsedMs(clock, start));
        }),
      raise: () => line?.raise(id),
      cancel: () => stopper.stop(new Cancelled("needless", "another answer made it needless")),
    };
  };
}

function unavailable(need: Need, say: (notice: Notice) => void): Verdict {
  const { handler } = need;
  const code = `${handler.kind}-unavailable` as const;
  const message =
    "name" in handler
      ? `no ${handler.kind} handler for \`${handler.name}\``
      : `no ${handler.kind} handler is configured`;
  say({ code, message: `${message}: the policies that need it fail, and their \`onFailure\` decides` });
  return failure(code, message);
}

function count(counters: Counters, { verdict, source }: Got): void {
  if (verdict.kind === "failure") counters.failures++;
  if (source === "cache") counters.hits++;
  if (source === "flight") counters.joins++;
}

/** Adds where the verdict came from and what it cost now: a kept one costs no tokens. */
function stamped({ verdict: got, source }: Got, kind: HandlerKind, ms: number): Verdict {
  const verdict = ownProperties(got);
  if (source === "fresh") return { ...verdict, source: verdict.source ?? kind, ms };
  if (verdict.usage === undefined) return { ...verdict, source, ms };
  const { usage: _paid, ...rest } = verdict;
  return { ...rest, source, ms };
}
