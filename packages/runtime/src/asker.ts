import type { Event, Failure, Need, Session, Verdict } from "@gatehouse-hooks/engine";
import { type CachedJudge, type Got, idOf } from "./cached-judge.js";
import { type Clock, elapsedMs } from "./clock.js";
import type { Counters } from "./counters.js";
import type { Ask } from "./drive.js";
import { Cancelled, failure } from "./failure.js";
import type { HandlerContext, HandlerFunction, HandlerKind, Handlers } from "./handlers.js";
import type { Queue, Urgency } from "./queue.js";
import { readVerdict } from "./read-input.js";
import type { Notice } from "./notice.js";
import { ownProperties, own } from "@gatehouse-hooks/json";
import { type Countdown, createStopper, type Stop, within } from "./stop.js";

/** What asking needs. */
interface AskerParts {
  readonly handlers: Handlers;
  /** Judges and processes are few at a time. Functions and builtins run in this process and do not wait. */
  readonly queues: { readonly judge: Queue; readonly command: Queue };
  readonly cachedJudge: CachedJudge | undefined;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly say: (notice: Notice) => void;
  /** Whether what a judge says of the event can be said to anybody. */
  readonly isHeard: (event: Event) => boolean;
}

/** Asks on behalf of one decision; when that stops, all that it asks stops. */
type Asker = (need: Need, urgency: Urgency, session: Session, decision: Stop) => ReturnType<Ask>;

/** Turns needs into verdicts: cache, queue, handler. Verdicts always come, as failures if nothing else. */
export function createAsker(parts: AskerParts): Asker {
  const { handlers, queues, cachedJudge, clock, counters, say, isHeard } = parts;
  let serial = 0;

  return (need, urgency, session, decision) => {
    const { kind } = need.handler;
    if (kind === "judge" && !isHeard(need.event)) return { kind: "answered", verdict: NOT_HEARD };
    const start = clock();
    const handler = handlerOf(handlers, need);
    const question = handler === undefined ? undefined : cachedJudge?.questionOf(need, session);
    // Most questions end here: queues, timers and signals are for those that have to be asked.
    const kept = question === undefined || decision.stopped ? undefined : cachedJudge?.kept(question);
    if (kept !== undefined) {
      count(counters, kept);
      return { kind: "answered", verdict: stamped(kept, kind, elapsedMs(clock, start)) };
    }
    const queue = kind === "judge" || kind === "command" ? queues[kind] : undefined;
    const id = question === undefined ? `#${serial++}` : idOf(question);
    const stopper = createStopper();

    const ask = (inner: Stop): Promise<Verdict> => {
      if (handler === undefined) return Promise.resolve(unavailable(need, say));
      const call = (): Promise<Verdict> => {
        counters.calls[kind]++;
        return callHandler(handler, need, inner);
      };
      return queue === undefined ? call() : queue.run(id, urgency, inner, call);
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
      raise: () => queue?.raise(id),
      cancel: () => stopper.stop(new Cancelled("needless", "another answer made it needless")),
    };
  };
}

/** Not kept, and nothing is paid for it. */
const NOT_HEARD: Verdict = Object.freeze(
  ownProperties<Verdict>({
    kind: "approve",
    reason: "not asked: at this event the agent hears no answer",
    source: "unheard",
    ms: 0,
  }),
);

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

/** The function that answers a need, or undefined. */
export function handlerOf(handlers: Handlers, need: Need): HandlerFunction | undefined {
  const { handler } = need;
  const found: unknown = Object.hasOwn(handlers, handler.kind) ? handlers[handler.kind] : undefined;
  if (typeof found === "function") return found as HandlerFunction;
  if (typeof found !== "object" || found === null || !("name" in handler)) return undefined;
  const named: unknown = own(found, handler.name);
  return typeof named === "function" ? (named as HandlerFunction) : undefined;
}

/** The longest part of an error's message that a trace shows, in UTF-16 code units. */
const MAX_MESSAGE = 200;
const CONTROL = /\p{Cc}+/gu;

/**
 * Calls a handler once. Never rejects; over at the policy's `timeoutMs` at the latest, also when the handler ignores
 * its signal; while it has the time paused, at the limit of the pause.
 */
function callHandler(handler: HandlerFunction, need: Need, stop: Stop): Promise<Verdict> {
  return within(
    async (inner, countdown) => readVerdict(await handler(need, contextOf(inner, countdown))),
    { stop, timeoutMs: need.handler.timeoutMs },
    (error) => failed(need, error),
  );
}

/** A handler that does not look at its signal does not pay for it. */
function contextOf(stop: Stop, { pause }: Countdown): HandlerContext {
  return {
    pauseTimeout: pause,
    get signal() {
      return stop.signal;
    },
  };
}

function failed(need: Need, error: unknown): Failure {
  const message = error instanceof Error ? `: ${shorten(error.message)}` : "";
  return failure("handler-failed", `the ${need.handler.kind} handler failed${message}`);
}

function shorten(text: string): string {
  const line = text.slice(0, MAX_MESSAGE + 1).replace(CONTROL, " ");
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}
