import type { Decision } from "@gatehouse-hooks/engine";
import { traceDecision } from "../traces/traced-request.js";
import type { DoorEnvironment } from "./environment.js";
import { decideEvent, type DecidedEvent } from "../decide/decide-event.js";
import type { AskedRequest } from "./asked.js";

/** A decision, and where it came to be. */
interface ToldDecision extends Pick<Decision, "effect" | "policy"> {
  readonly tenant: string;
  /** The door through which the event came. */
  readonly door: "authzen" | "decide" | "step" | "hook";
  /** When its work began: milliseconds of `performance.now`. */
  readonly started: number;
}

/** Counts a decision, and tells it on the request's span. Every door does so for every decision. */
export function tellDecision(
  { tenant, door, effect, policy, started }: ToldDecision,
  { metrics }: Pick<DoorEnvironment, "metrics">,
): void {
  metrics.decision(tenant, door, effect, (performance.now() - started) / 1_000);
  traceDecision(tenant, door, effect, policy);
}

/** Decides on an event, and tells it. */
export async function decided(
  door: ToldDecision["door"],
  { tenant, inForce, identity }: AskedRequest,
  event: unknown,
  environment: DoorEnvironment,
): Promise<DecidedEvent> {
  const started = performance.now();
  const made = await decideEvent(tenant, inForce, event, environment.decides, {
    caller: identity.caller,
  });
  const { effect, policy } = made.decision;
  tellDecision({ tenant: tenant.name, door, effect, policy, started }, environment);
  return made;
}
