import { callHash } from "@gatehouse-hooks/cache";
import {
  type Decision,
  type Event,
  type Need,
  readEvent,
  refusal,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { shownApproval, type ShownApproval } from "../approvals/approval-store.js";
import { HttpProblem } from "../http/problem.js";
import { readShape } from "../http/read-shape.js";
import { type Identity } from "../identity/caller.js";
import { requireRole } from "../identity/identify.js";
import type { InForce, Tenant } from "../tenant.js";
import { type DecideEnvironment, settled } from "./decide-event.js";
import { stepSchema } from "./step.schema.js";
import {
  type NeedBinding,
  readNeedId,
  readStepState,
  type StepState,
  writeNeedId,
  writeStepState,
} from "./step-state.js";
import type { Seals } from "./sealed-text.js";

/** A decision, or what it waits for. */
type Stepped =
  | {
      readonly kind: "decided";
      readonly decision: Decision;
      readonly approval?: ShownApproval;
    }
  | {
      readonly kind: "pending";
      readonly needs: readonly TravellingNeed[];
      /** To be sent back with the answers. */
      readonly state: string;
      /** Milliseconds since 1970. */
      readonly expires: number;
    };

/** A need that somebody else may answer, with an id that counts for this decision alone. */
type TravellingNeed = Pick<Need, "id" | "policy" | "tier" | "handler" | "gates" | "event">;

/** What stepping needs. */
interface StepEnvironment extends DecideEnvironment {
  readonly seals: Seals;
}

/**
 * One step of a decision: with an event it begins, with a state and verdicts it goes on. Nothing is asked and nothing is kept: any
 * server with the same key and the same policies goes on.
 *
 * @throws HttpProblem for a state or an id that was not sealed for this, that is over, or where the policies have changed since
 */
export async function stepEvent(
  tenant: Tenant,
  inForce: InForce,
  identity: Identity,
  body: JsonObject,
  environment: StepEnvironment,
): Promise<Stepped> {
  const request = readShape(stepSchema, body);
  const { seals, limits, now } = environment;
  if ("event" in request) {
    requireRole(identity, "decide");
    const read = readEvent(request.event);
    if (read.kind === "refused")
      return { kind: "decided", decision: refusal(`invalid event: ${read.issue.message}`) };
    const expires = now() + limits.pendingMs;
    const { version } = inForce;
    const state = { tenant: tenant.name, version, event: read.event, verdicts: {}, expires };
    return await stepped(state, inForce, identity, environment);
  }
  requireRole(identity, "answer");
  const state = readStepState(request.state, seals, {
    tenant: tenant.name,
    now: now(),
    maxBytes: limits.maxBodyBytes,
  });
  if (state.version !== inForce.version)
    throw new HttpProblem("out-of-date", "the policies have changed; begin again with the event");
  const binding = bindingOf(state);
  const verdicts: Record<string, Verdict> = { ...state.verdicts };
  for (const [id, verdict] of Object.entries(request.verdicts))
    verdicts[readNeedId(id, binding, seals)] = verdict as Verdict;
  return await stepped({ ...state, verdicts }, inForce, identity, environment);
}

async function stepped(
  state: StepState,
  { gatehouse }: InForce,
  { caller, roles }: Identity,
  environment: StepEnvironment,
): Promise<Stepped> {
  const { event, verdicts, expires, tenant } = state;
  const { seals } = environment;
  const next = stepBy(gatehouse, event, verdicts);
  if (next.kind === "decided") {
    if (next.decision.effect !== "ask") return next;
    const { decision, approval } = await settled(tenant, next.decision, event, environment, {
      // Who only answers did not ask.
      ...(roles.has("decide") && { caller }),
    });
    return {
      kind: "decided",
      decision,
      ...(approval !== undefined && { approval: shownApproval(approval) }),
    };
  }
  const binding = bindingOf(state);
  const needs = next.needs.map(({ id, policy, tier, handler, gates, event: seen }): TravellingNeed => ({
    id: writeNeedId(id, binding, seals),
    ...{ policy, tier, handler, gates, event: seen },
  }));
  return { kind: "pending", needs, state: writeStepState(state, seals), expires };
}

type By = InForce["gatehouse"];

function stepBy(by: By, event: Event, verdicts: StepState["verdicts"]): ReturnType<By["step"]> {
  try {
    return by.step(event as Parameters<By["step"]>[0], new Map(Object.entries(verdicts)));
  } catch (error) {
    // Not an event of these policies: it is denied before any of them is asked.
    const reason = error instanceof TypeError ? error.message : "the decision could not be made";
    return { kind: "decided", decision: refusal(reason) };
  }
}

function bindingOf({ tenant, version, event, expires }: StepState): NeedBinding {
  return { tenant, version, call: callHash(event), expires };
}
