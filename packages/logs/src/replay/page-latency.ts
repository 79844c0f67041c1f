import { latencyAbove, latencyQuantile } from "@gatehouse-hooks/replay";
import type { PageLatency } from "./page-model/page-report.js";

/** The histogram of a part as bars, from the first bucket to the last that is not empty; `null` without any decision. */
export function pageLatency(latency: readonly number[]): PageLatency | null {
  const first = latency.findIndex((count) => count > 0);
  const median = latencyQuantile(latency, 0.5);
  const p99 = latencyQuantile(latency, 0.99);
  if (first === -1 || median === null || p99 === null) return null;
  return {
    bars: latency.slice(first).map((count, index) => ({ below: latencyAbove(first + index), count })),
    median,
    p99,
  };
}
