import type { Decision } from "@gatehouse-hooks/engine";
import { shorten } from "@gatehouse-hooks/json";
import type { Notice } from "@gatehouse-hooks/runtime/portable";

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
 * @param broken told when the tracer fails, and what it threw
 */
export async function tracedDecision(
  tracer: DecisionTracer,
  event: unknown,
  decide: () => Promise<Decision>,
  broken: (error?: unknown) => void = () => undefined,
): Promise<Decision> {
  let made: Promise<Decision> | undefined;
  try {
    await tracer.startActiveSpan(NAME, {}, async (span) => {
      made = decide();
      const decision = await made.catch(() => undefined);
      if (decision === undefined) fail(span);
      else tell(span, event, decision);
    });
    if (made === undefined) broken();
  } catch (error) {
    broken(error);
  }
  return await (made ?? decide());
}

/** The same for what is decided at once: there is a span where there is a decision. */
function tracedAtOnce(
  tracer: DecisionTracer,
  event: unknown,
  decide: () => Decision | undefined,
  broken: (error?: unknown) => void,
): Decision | undefined {
  const startTime = performance.timeOrigin + performance.now();
  const decision = decide();
  if (decision === undefined) return undefined;
  let isTold = false;
  try {
    tracer.startActiveSpan(NAME, { startTime }, (span) => {
      isTold = true;
      tell(span, event, decision);
    });
    if (!isTold) broken();
  } catch (error) {
    broken(error);
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
  say: (notice: Notice) => void,
): Deciding<Call> {
  if (tracer === undefined) return given;
  const broken = (error?: unknown): void => {
    // What it throws may hold what it was given.
    const why = error === undefined ? "starts no span" : `throws ${error instanceof Error ? error.name : ""}`;
    say({ code: "broken-tracer", message: `decisions are not traced: the tracer ${why}` });
  };
  return {
    decide: (event, call) => tracedDecision(tracer, event, () => given.decide(event, call), broken),
    decideAtOnce: (event) => tracedAtOnce(tracer, event, () => given.decideAtOnce(event), broken),
  };
}

function fail(span: DecisionSpan): void {
  span.setStatus({ code: ERROR });
  span.end();
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
      ...named("gatehouse.event", event, "event"),
      ...named("gatehouse.host", event, "host"),
      ...named("gen_ai.tool.name", event, "toolName"),
      ...(failure !== undefined && { "error.type": failure }),
    });
    if (failure !== undefined) span.setStatus({ code: ERROR });
  } finally {
    span.end();
  }
}

function named(name: string, event: unknown, key: string): Readonly<Record<string, string>> {
  const value = ownData(event, key);
  return typeof value === "string" ? { [name]: shorten(value, MOST_NAME) } : {};
}

/** No getter is called, and what cannot be read is not named. */
function ownData(event: unknown, key: string): unknown {
  try {
    return typeof event === "object" && event !== null
      ? Object.getOwnPropertyDescriptor(event, key)?.value
      : undefined;
  } catch {
    return undefined;
  }
}
