import type { Failure, Need, Verdict } from "@gatehouse/engine";
import { failure } from "./failure.js";
import type { HandlerFunction } from "./handlers.js";
import { readVerdict } from "./read-verdict.js";
import { within } from "./within.js";

/** The longest part of an error's message that a trace shows, in UTF-16 code units. */
const MAX_MESSAGE = 200;
const CONTROL = /\p{Cc}+/gu;

/**
 * Calls a handler once. Never rejects; over at the policy's `timeoutMs` at the latest, also when the handler ignores
 * its signal.
 */
export function callHandler(handler: HandlerFunction, need: Need, signal: AbortSignal): Promise<Verdict> {
  return within(
    async (inner) => allowed(need, readVerdict(await handler(need, { signal: inner }))),
    { signal, timeoutMs: need.handler.timeoutMs },
    (error) => failed(need, error),
  );
}

/** Drops a rewrite by a handler that may not rewrite: a judge is talked to by the text that it judges. */
function allowed(need: Need, verdict: Verdict): Verdict {
  if (verdict.kind === "failure" || verdict.updatedInput === undefined) return verdict;
  const { handler } = need;
  if (handler.kind !== "judge" && handler.mayRewrite !== false) return verdict;
  const { updatedInput: _dropped, ...rest } = verdict;
  return rest;
}

function failed(need: Need, error: unknown): Failure {
  const message = error instanceof Error ? `: ${shorten(error.message)}` : "";
  return failure("handler-failed", `the ${need.handler.kind} handler failed${message}`);
}

function shorten(text: string): string {
  const line = text.slice(0, MAX_MESSAGE + 1).replace(CONTROL, " ");
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}
