import type { Decision } from "@gatehouse-hooks/engine";
import { own, shorten } from "@gatehouse-hooks/json";

/** What tracing needs of a `Tracer` of `@opentelemetry/api`, which is given and never imported. */
export interface DecisionTracer {
  /** Runs what decides within a span, so that what it asks over the network belongs to the span. */
  startActiveSpan<
    Work extends (span: {
      /** Adds what is known of the decision. */
      setAttributes(attributes: Readonly<Record<string, string | number>>): unknown;
      /** Marks a policy that failed: 2 is an error. */
      setStatus(status: { readonly code: 2 }): unknown;
      /** The decision is made. */
      end(): void;
    }) => unknown,
  >(
    name: string,
    options: { readonly startTime?: number },
    work: Work,
  ): ReturnType<Work>;
}

type DecisionSpan = Parameters<Parameters<DecisionTracer["startActiveSpan"]>[2]>[0];

/** The name of the span of a decision. */
const NAME = "gatehouse.decide";
const ERROR = 2;
/** UTF-16 code units of a name that came with an event. */
const MOST_NAME = 200;
/** Where a verdict comes from that nobody was asked for. */
const UNASKED: ReadonlySet<string> = new Set(["static", "condition"]);

/** @throws TypeError for an option `tracer` that is not one */
export function refuseNoTracer(given: unknown): void {
  if (given === undefined) return;
  const start: unknown =
    typeof given === "object" && given !== null ? Reflect.get(given, "startActiveSpan") : null;
  if (typeof start !== "function") throw new TypeError("expected `tracer` to be a tracer of OpenTelemetry");
}

/**
 * Decides within a span. A tracer that fails changes no decision.
 *
 * @param decide asked once; where it rejects the span is an error's
 */
export async function tracedDecision(
  tracer: DecisionTracer,
  event: unknown,
  decide: () => Promise<Decision>,
): Promise<Decision> {
  let made: Promise<Decision> | undefined;
  try {
    await tracer.startActiveSpan(NAME, {}, async (span) => {
      made = decide();
      tell(span, event, await made.catch((error: unknown) => failed(span, error)));
    });
  } catch {
    // The tracer's own.
  }
  return await (made ?? decide());
}

/** The same for what is decided at once: there is a span where there is a decision. */
function tracedAtOnce(
  tracer: DecisionTracer,
  event: unknown,
  decide: () => Decision | undefined,
): Decision | undefined {
  const startTime = performance.timeOrigin + performance.now();
  const decision = decide();
  if (decision === undefined) return undefined;
  try {
    tracer.startActiveSpan(NAME, { startTime }, (span) => tell(span, event, decision));
  } catch {
    // The tracer's own.
  }
  return decision;
}

/** What decides, and what is traced of it. */
interface Deciding<Call> {
  decide(event: unknown, call?: Call): Promise<Decision>;
  decideAtOnce(event: unknown): Decision | undefined;
}

/** Decides within spans. Without a tracer it is what was given: a decision that is not traced does not ask whether it is. */
export function decidingWithin<Call>(
  tracer: DecisionTracer | undefined,
  given: Deciding<Call>,
): Deciding<Call> {
  if (tracer === undefined) return given;
  return {
    decide: (event, call) => tracedDecision(tracer, event, () => given.decide(event, call)),
    decideAtOnce: (event) => tracedAtOnce(tracer, event, () => given.decideAtOnce(event)),
  };
}

function failed(span: DecisionSpan, error: unknown): never {
  span.setStatus({ code: ERROR });
  span.end();
  throw error;
}

/** Names, and nothing else of the event. */
function tell(span: DecisionSpan, event: unknown, { effect, policy, trace }: Decision): void {
  try {
    const asked = trace.filter(({ source }) => !UNASKED.has(source)).length;
    const failure = trace.find((entry) => entry.failure !== undefined)?.failure?.code;
    span.setAttributes({
      "gatehouse.effect": effect,
      ...(policy !== null && { "gatehouse.policy": policy }),
      "gatehouse.questions": asked,
      ...named("gatehouse.event", own(event, "event")),
      ...named("gatehouse.host", own(event, "host")),
      ...named("gen_ai.tool.name", own(event, "toolName")),
      ...(failure !== undefined && { "error.type": failure }),
    });
    if (failure !== undefined) span.setStatus({ code: ERROR });
  } finally {
    span.end();
  }
}

function named(key: string, value: unknown): Readonly<Record<string, string>> {
  return typeof value === "string" ? { [key]: shorten(value, MOST_NAME) } : {};
}
