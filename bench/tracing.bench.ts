import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import type { JsonObject } from "@gatehouse-hooks/json";
import { decisionTracer } from "@gatehouse-hooks/server";
import { atOnce, awaited } from "./embed/gatehouses.js";
import type { Frame } from "./frame/frame.js";
import { eventsOf } from "./realistic/events.js";
import { fileOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";

const EVENTS = eventsOf();
const POLICIES = 100;
/** Gatehouses of a kind, in pairs. */
const INSTANCES = 8;

/** Takes spans as one that sends them does, and sends nothing: the network is not measured. */
class Taking extends InMemorySpanExporter {
  override export(...[, done]: Parameters<InMemorySpanExporter["export"]>): void {
    super.export([], done);
  }
}

/** What a span costs a decision: no tracer, that of `serve` without an SDK, one that samples nothing, and the SDK with spans in batches. */
export default async function bench(frame: Frame): Promise<void> {
  const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(new Taking())] });
  const without = await gatehouseOf(undefined);
  const off = await gatehouseOf(decisionTracer());
  const none = new BasicTracerProvider({ sampler: new AlwaysOffSampler() });
  const unsampled = await gatehouseOf(none.getTracer("bench"));
  const on = await gatehouseOf(provider.getTracer("bench"));
  const awaitedOnes = {
    "no tracer": awaited(without),
    off: awaited(off),
    "no tracer again": awaited(without),
    "not sampled": awaited(unsampled),
    spans: awaited(on),
  };
  const atOnceOnes = {
    "no tracer, at once": atOnce(without),
    "off, at once": atOnce(off),
    "no tracer again, at once": atOnce(without),
    "not sampled, at once": atOnce(unsampled),
    "spans, at once": atOnce(on),
  };
  await frame.agree("tracing", { ...awaitedOnes, ...atOnceOnes }, EVENTS);
  await inPairs(frame);
  await added(frame, "awaited", awaitedOnes, true);
  await added(frame, "at once", atOnceOnes, false);
  await Promise.all([without, off, unsampled, on].map(async (gatehouse) => await gatehouse.close()));
  await Promise.all([provider.shutdown(), none.shutdown()]);
}

/** Tracing that is off, in pairs with none at all; gatehouses made alike say what such a pair can tell. */
async function inPairs(frame: Frame): Promise<void> {
  const made = async (tracer: ReturnType<typeof decisionTracer>): Promise<readonly Gatehouse[]> =>
    await Promise.all(Array.from({ length: INSTANCES }, async () => await gatehouseOf(tracer)));
  const base = await made(undefined);
  for (const [name, other] of [
    ["off", await made(decisionTracer())],
    ["no tracer again", await made(undefined)],
  ] as const) {
    const each = (decide: (gatehouse: Gatehouse) => (event: JsonObject) => unknown, after: string) => {
      const all = (ones: readonly Gatehouse[]) => ones.map((one) => onEvents(decide(one)));
      return { [`no tracer${after}`]: all(base), [`${name}${after}`]: all(other) };
    };
    // So many that the interval is narrower than the percent that is asked about.
    const rounds = frame.quick ? {} : { rounds: 8_001 };
    await frame.pair("awaited, in pairs", each(awaited, ""), { ...rounds, async: true });
    await frame.pair("at once, in pairs", each(atOnce, ", at once"), rounds);
    await Promise.all(other.map(async (one) => await one.close()));
  }
  await Promise.all(base.map(async (one) => await one.close()));
}

function onEvents(decide: (event: JsonObject) => unknown): (index: number) => unknown {
  return (index) => decide(EVENTS[index % EVENTS.length] ?? {});
}

async function added(
  frame: Frame,
  label: string,
  subjects: Readonly<Record<string, (event: JsonObject) => unknown>>,
  async: boolean,
): Promise<void> {
  const timed = Object.fromEntries(
    Object.entries(subjects).map(([name, decide]) => [name, onEvents(decide)]),
  );
  const measured = await frame.measure(label, timed, { async });
  const [base] = measured;
  for (const { subject, ns } of measured.slice(1))
    frame.record({ subject, case: label, metric: "added", value: ns - (base?.ns ?? 0), unit: "ns" });
}

async function gatehouseOf(tracer: ReturnType<typeof decisionTracer>): Promise<Gatehouse> {
  return await createGatehouse({
    policies: { text: fileOf(rulesOf(POLICIES, 0)), path: "policies.json" },
    onIssues: "throw",
    tracer,
  });
}
