import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** What a server counts, in the text format of Prometheus. */
export interface ServerMetrics {
  readonly request: (route: string, status: number, seconds: number) => void;
  readonly decision: (tenant: string, door: string, effect: string, seconds: number) => void;
  readonly approval: (tenant: string, what: string) => void;
  /** The text, and its media type. */
  readonly read: () => Promise<{ readonly text: string; readonly type: string }>;
}

/** What is looked up when the metrics are read. */
export interface Measured {
  readonly inFlight: () => number;
  /** The version of the policies, by tenant. */
  readonly versions: () => ReadonlyMap<string, string>;
}

/** Seconds. A static decision takes microseconds, a judge seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Metrics of one server: its own registry, so that two in one process do not mix. */
export function createServerMetrics({ inFlight, versions }: Measured): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, requestSeconds, decisions, decisionSeconds, approvals, flights, policies } =
    countersIn(registry);
  return {
    request: (route, status, seconds) => {
      requests.inc({ route, status });
      requestSeconds.observe({ route }, seconds);
    },
    decision: (tenant, door, effect, seconds) => {
      decisions.inc({ tenant, door, effect });
      decisionSeconds.observe({ tenant, door }, seconds);
    },
    approval: (tenant, what) => approvals.inc({ tenant, what }),
    read: async () => {
      flights.set(inFlight());
      policies.reset();
      for (const [tenant, version] of versions()) policies.set({ tenant, version }, 1);
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}

function countersIn(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Counter({
      name: "gatehouse_http_requests_total",
      help: "Requests that were answered, by route and status.",
      labelNames: ["route", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "gatehouse_http_request_seconds",
      help: "Time from a request's head to its answer.",
      labelNames: ["route"],
      buckets: BUCKETS,
      registers,
    }),
    decisions: new Counter({
      name: "gatehouse_decisions_total",
      help: "Decisions, by tenant, door and effect.",
      labelNames: ["tenant", "door", "effect"],
      registers,
    }),
    decisionSeconds: new Histogram({
      name: "gatehouse_decision_seconds",
      help: "Time that a decision took, its questions with it.",
      labelNames: ["tenant", "door"],
      buckets: BUCKETS,
      registers,
    }),
    approvals: new Counter({
      name: "gatehouse_approvals_total",
      help: "What became of calls that wait for a person: asked, approved, refused, used, unavailable.",
      labelNames: ["tenant", "what"],
      registers,
    }),
    flights: new Gauge({
      name: "gatehouse_requests_in_flight",
      help: "Requests that are being answered.",
      registers,
    }),
    policies: new Gauge({
      name: "gatehouse_policies_info",
      help: "The policies in force: 1 for the version of each tenant.",
      labelNames: ["tenant", "version"],
      registers,
    }),
  };
}
