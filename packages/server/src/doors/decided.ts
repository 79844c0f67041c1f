import { decideEvent, type DecidedEvent } from "../decide/decide-event.js";
import type { AskedRequest } from "./asked.js";
import type { DoorEnvironment } from "./environment.js";
import { tellDecision, type ToldDecision } from "./tell-decision.js";

/** Decides on an event, and tells it. */
export async function decided(
  door: ToldDecision["door"],
  { tenant, inForce }: AskedRequest,
  event: unknown,
  environment: DoorEnvironment,
): Promise<DecidedEvent> {
  const started = performance.now();
  const made = await decideEvent(tenant, inForce, event, environment.decides);
  const { effect, policy } = made.decision;
  tellDecision({ tenant: tenant.name, door, effect, policy, started }, environment);
  return made;
}
