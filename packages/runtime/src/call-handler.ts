import type { Failure, Need, Verdict } from "@gatehouse-hooks/engine";
import { failure } from "./failure.js";
import type { HandlerContext, HandlerFunction } from "./handlers.js";
import { readVerdict } from "./read-verdict.js";
import type { Stop } from "./stop.js";
import { type Countdown, within } from "./within.js";

/** The longest part of an error's message that a trace shows, in UTF-16 code units. */
const MAX_MESSAGE = 200;
const CONTROL = /\p{Cc}+/gu;

/**
 * Calls a handler once. Never rejects; over at the policy's `timeoutMs` at the latest, even if the handler ignores
 * its signal; while it has the time paused, at the limit of the pause.
 */
export function callHandler(handler: HandlerFunction, need: Need, stop: Stop): Promise<Verdict> {
  return within(
    async (inner, countdown) => readVerdict(await handler(need, contextOf(inner, countdown))),
    { stop, timeoutMs: need.handler.timeoutMs },
    (error) => failed(need, error),
  );
}

/** Made on demand: a handler that ignores its signal costs nothing. */
function contextOf(stop: Stop, { pause }: Countdown): HandlerContext {
  return {
    pauseTimeout: pause,
    get signal() {
      return stop.signal;
    },
  };
}

function failed(need: Need, error: unknown): Failure {
  const message = error instanceof Error ? `: ${oneLine(error.message)}` : "";
  return failure("handler-failed", `the ${need.handler.kind} handler failed${message}`);
}

function oneLine(text: string): string {
  const line = text.slice(0, MAX_MESSAGE + 1).replace(CONTROL, " ");
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}
