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
    "not sampled": awaited(unsampled),
    spans: awaited(on),
  };
  const atOnceOnes = {
    "no tracer, at once": atOnce(without),
    "off, at once": atOnce(off),
    "not sampled, at once": atOnce(unsampled),
    "spans, at once": atOnce(on),
  };
  await frame.agree("tracing", { ...awaitedOnes, ...atOnceOnes }, EVENTS);
  await added(frame, "awaited", awaitedOnes, true);
  await added(frame, "at once", atOnceOnes, false);
  await Promise.all([without, off, unsampled, on].map(async (gatehouse) => await gatehouse.close()));
  await Promise.all([provider.shutdown(), none.shutdown()]);
}

async function added(
  frame: Frame,
  label: string,
  subjects: Readonly<Record<string, (event: JsonObject) => unknown>>,
  async: boolean,
): Promise<void> {
  const timed = Object.fromEntries(
    Object.entries(subjects).map(([name, decide]) => [
      name,
      (index: number) => decide(EVENTS[index % EVENTS.length] ?? {}),
    ]),
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
