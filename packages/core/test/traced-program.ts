import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createGatehouse } from "@gatehouse-hooks/core";
import process from "node:process";
import { call, POLICIES } from "./traced-policies.js";

// A program that decides, and tells a collector: its address is the first argument, and the others are commands.
const [url = "", ...commands] = process.argv.slice(2);
const provider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url }))],
});
const tracer = provider.getTracer("traced-program");
const gatehouse = await createGatehouse({ policies: POLICIES, tracer, onNotice: () => undefined });
for (const command of commands) await gatehouse.decide(call(command));
await gatehouse.close();
await provider.shutdown();
