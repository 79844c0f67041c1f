import * as api from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

// What a user's settings name as `tracing`. The exporter reads from the environment where it sends spans.
api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
export const provider: BasicTracerProvider = new BasicTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
export { api };
