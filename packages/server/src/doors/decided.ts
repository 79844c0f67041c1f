import { decideEvent, type DecidedEvent } from "../decide/decide-event.js";
import { traceDecision } from "../traces/traced-request.js";
import type { AskedRequest } from "./asked.js";
import type { DoorEnvironment } from "./environment.js";

/** Decides on an event, and counts it. @param door through which it came */
export async function decided(
  door: string,
  { tenant, inForce }: AskedRequest,
  event: unknown,
  { decides, metrics }: DoorEnvironment,
): Promise<DecidedEvent> {
  const started = performance.now();
  const made = await decideEvent(tenant, inForce, event, decides);
  metrics.decision(tenant.name, door, made.decision.effect, (performance.now() - started) / 1_000);
  traceDecision(tenant.name, door, made.decision.effect, made.decision.policy);
  return made;
}
