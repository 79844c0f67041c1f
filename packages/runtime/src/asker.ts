import type { Need, Verdict } from "@gatehouse/engine";
import { callHandler } from "./call-handler.js";
import type { CachedJudge, Got } from "./cached-judge.js";
import { type Clock, elapsedMs } from "./clock.js";
import type { Counters } from "./counters.js";
import type { Asked } from "./drive.js";
import { Cancelled, failure } from "./failure.js";
import { type HandlerKind, handlerOf, type Handlers } from "./handlers.js";
import type { Line, Urgency } from "./line.js";
import type { Notice } from "./notice.js";
import { createStopper, type Stop } from "./stop.js";

/** What asking needs. */
export interface AskerParts {
  readonly handlers: Handlers;
  /** Judges and processes are few at a time. Functions and builtins run in this process and wait for nobody. */
  readonly lines: { readonly judge: Line; readonly command: Line };
  readonly cachedJudge: CachedJudge | undefined;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly say: (notice: Notice) => void;
}

/** Asks on behalf of one decision; when that stops, all that it asks stops. */
export type Asker = (need: Need, urgency: Urgency, session: string | undefined, decision: Stop) => Asked;

/** Turns needs into verdicts: cache, line, handler. Verdicts always come, as failures if nothing else. */
export function createAsker({ handlers, lines, cachedJudge, clock, counters, say }: AskerParts): Asker {
  let serial = 0;

  return (need, urgency, session, decision) => {
    const { kind } = need.handler;
    const start = clock();
    const handler = handlerOf(handlers, need);
    const line = kind === "judge" || kind === "command" ? lines[kind] : undefined;
    const question = handler === undefined ? undefined : cachedJudge?.questionOf(need, session);
    const id = question?.id ?? `#${serial++}`;
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
function stamped({ verdict, source }: Got, kind: HandlerKind, ms: number): Verdict {
  const { usage, ...rest } = verdict;
  if (source !== "fresh") return { ...rest, source, ms };
  return { ...rest, ...(usage === undefined ? {} : { usage }), source: verdict.source ?? kind, ms };
}
