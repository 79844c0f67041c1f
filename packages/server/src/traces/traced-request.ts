import {
  context,
  propagation,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { DecisionTracer } from "@gatehouse-hooks/core";
import { logRecord } from "./log-record.js";

const NAME = "gatehouse-server";

/** Runs the answering of a request within a span. */
type TracedRequest = (request: Request, answer: () => Promise<TracedAnswer>) => Promise<void>;

/** What a span tells of an answer. */
interface TracedAnswer {
  /** The pattern of the address. */
  readonly route: string;
  readonly status: number;
  /** The version of the policies that decided. */
  readonly policies: string | null;
}

/**
 * A span for each request, below the one that the caller names (`traceparent`). Where the process has no SDK of OpenTelemetry, nothing is
 * recorded and nothing is sent. It holds nothing of the event.
 */
export function tracedRequests(): TracedRequest {
  const tracer = trace.getTracer(NAME);
  return async (request, answer) => {
    const parent = propagation.extract(context.active(), request.headers, {
      get: (headers, key) => headers.get(key) ?? undefined,
      keys: (headers) => [...headers.keys()],
    });
    await tracer.startActiveSpan(request.method, { kind: SpanKind.SERVER }, parent, async (span) => {
      try {
        tell(span, request.method, await answer());
      } finally {
        span.end();
      }
    });
  };
}

function tell(span: Span, method: string, { route, status, policies }: TracedAnswer): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute("http.request.method", method);
  span.setAttribute("http.route", route);
  span.setAttribute("http.response.status_code", status);
  if (policies !== null) span.setAttribute("gatehouse.policies", policies);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * For the option `tracer` of the gatehouses of a server: each decision is a span below that of its request.
 *
 * @returns undefined where the process has no SDK of OpenTelemetry: what does nothing would cost a third of a decision
 */
export function decisionTracer(): DecisionTracer | undefined {
  const tracer = trace.getTracer(NAME);
  // A span of an SDK has an identity, sampled or not. One that does not end is sent nowhere.
  return isSpanContextValid(tracer.startSpan(NAME).spanContext()) ? tracer : undefined;
}

/** Told on the span of the request that a decision belongs to, and in the logs. */
export function traceDecision(tenant: string, door: string, effect: string, policy: string | null): void {
  const attributes = {
    "gatehouse.tenant": tenant,
    "gatehouse.door": door,
    "gatehouse.effect": effect,
    ...(policy !== null && { "gatehouse.policy": policy }),
  };
  trace.getActiveSpan()?.addEvent("decision", attributes);
  logRecord({ name: "gatehouse.decision", body: `${effect} by ${policy ?? "no policy"}`, attributes });
}
