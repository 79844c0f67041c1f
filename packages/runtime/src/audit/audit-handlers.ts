import { hash } from "node:crypto";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { Need, Verdict, Event } from "@gatehouse-hooks/engine";
import { type Clock, elapsedMs, systemClock } from "../clock.js";
import type { HandlerContext, HandlerFunction, HandlerKind, Handlers, NamedHandlers } from "../handlers.js";
import type { RunEntry, AuditTrail } from "@gatehouse-hooks/audit";
import { ONCE } from "@gatehouse-hooks/json";

/**
 * Handlers that record each of their runs, including those whose answer was no longer wanted: a command that a timeout ended has
 * run anyway. Verdicts out of the cache are not runs.
 */
export function auditHandlers(handlers: Handlers, trail: AuditTrail, clock: Clock = systemClock): Handlers {
  const { judge, command, builtin, function: own } = handlers;
  return {
    ...(judge === undefined ? {} : { judge: audited(judge, trail, clock) }),
    ...(command === undefined ? {} : { command: audited(command, trail, clock) }),
    ...(builtin === undefined ? {} : { builtin: auditedAll(builtin, trail, clock) }),
    ...(own === undefined ? {} : { function: auditedAll(own, trail, clock) }),
  };
}

const ABANDONED: Verdict = {
  kind: "failure",
  code: "abandoned",
  message: "it took too long, or its answer was not needed any more",
};

function auditedAll<Kind extends HandlerKind>(
  handlers: HandlerFunction<Kind> | NamedHandlers<Kind>,
  trail: AuditTrail,
  clock: Clock,
): HandlerFunction<Kind> | NamedHandlers<Kind> {
  if (typeof handlers === "function") return audited(handlers, trail, clock);
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, audited(handler, trail, clock)]),
  );
}

function audited<Kind extends HandlerKind>(
  handler: HandlerFunction<Kind>,
  trail: AuditTrail,
  clock: Clock,
): HandlerFunction<Kind> {
  return async (need, context: HandlerContext) => {
    const start = clock();
    let recorded = false;
    const done = (verdict: Verdict): void => {
      if (recorded) return;
      recorded = true;
      const ms = elapsedMs(clock, start);
      void trail.record(() => entryOf(need, verdict, ms));
    };
    // The runtime does not wait for a handler that ignores its signal: neither does the trail.
    context.signal.addEventListener("abort", () => done(ABANDONED), ONCE);
    try {
      const verdict = await handler(need, context);
      done(verdict);
      return verdict;
    } catch (error) {
      done({ kind: "failure", code: "handler-failed", message: error instanceof Error ? error.message : "" });
      throw error;
    }
  };
}

function entryOf(need: Need, verdict: Verdict, ms: number): RunEntry {
  const { policy, tier, handler, event, session } = need;
  // A handler of the embedder may answer anything.
  const { kind, code, message, reason } = Object(verdict) as Readonly<Record<string, unknown>>;
  return {
    kind: "run",
    policy,
    tier,
    handler: handler.kind,
    handlerHash: handlerHash(handler),
    event: event.event,
    eventHash: eventHash(event),
    ...(session === undefined ? {} : { session }),
    outcome: typeof kind === "string" ? kind : "nonsense",
    ...(kind === "failure" && typeof code === "string" ? { code } : {}),
    reason: text(kind === "failure" ? message : reason),
    ms,
  };
}

/** SHA-256 of what runs: of the handler's definition as canonical JSON, in lower-case hex. */
export function handlerHash(handler: Need["handler"]): string {
  return hash("sha256", canonicalJson(handler), "hex");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** SHA-256 of an event's canonical JSON, in lower-case hex. The event must come from `readEvent`. */
export function eventHash(event: Event): string {
  return hash("sha256", canonicalJson(event), "hex");
}
