import type { Gatehouse } from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";

/**
 * A decision, with a failure in the place of what was not answered in time. Where nothing is asked, as mostly, there is nothing to wait
 * for and no timer.
 */
export async function decideWithin(
  gatehouse: Gatehouse,
  event: unknown,
  deadlineMs: number,
): Promise<Decision> {
  return (
    gatehouse.decideAtOnce(event as Parameters<Gatehouse["decideAtOnce"]>[0]) ??
    (await gatehouse.decideUnknown(event, { signal: AbortSignal.timeout(deadlineMs) }))
  );
}
