import type { Decision, Event } from "@gatehouse-hooks/engine";
import { callHash } from "@gatehouse-hooks/cache";
import { isRecord } from "@gatehouse-hooks/json";
import { approvedDecision } from "@gatehouse-hooks/runtime/portable";
import type { ApprovalCheck, CallApproval, UsedApprovals } from "./call-approval.js";
import { isSameSeal, requireKey, sealOf } from "./seal-approval.js";

/** Approvals of one call that are looked at. */
const MOST = 100;

/** Turns an ask into an allow where one of the approvals is for this call, is not over, and was not used. */
type Approving = (decision: Decision, event: Event, approvals: readonly CallApproval[]) => Promise<Decision>;

/** Checks approvals. An approval that cannot be checked does not count. @throws TypeError for a key that is too short */
export function approving(options: ApprovalCheck = {}): Approving {
  const { key, now = Date.now } = options;
  if (key !== undefined) requireKey(key);
  const used = options.used ?? usedInMemory(now);
  return async (decision, event, approvals) => {
    if (approvals.length === 0) return decision;
    const call = callHash(event);
    for (const given of approvals.slice(0, MOST)) {
      const approval = readApproval(given);
      if (approval === undefined || approval.call !== call || approval.policy !== decision.policy) continue;
      if (!(approval.expires > now())) continue;
      if (key !== undefined && !isSameSeal(approval.seal ?? "", sealOf(approval, key))) continue;
      if (await isFirstUse(used, approval)) return approvedDecision(decision);
    }
    return decision;
  };
}

async function isFirstUse(
  used: NonNullable<ApprovalCheck["used"]>,
  { id, expires }: CallApproval,
): Promise<boolean> {
  try {
    // A store without types may answer anything.
    const first: unknown = await used.use(id, expires);
    return first === true;
  } catch {
    // What is not known to be unused is used.
    return false;
  }
}

/** Own properties of the right types, whatever process it came from. */
function readApproval(given: unknown): CallApproval | undefined {
  if (!isRecord(given)) return undefined;
  const read = Object.fromEntries(Object.entries(given));
  const { kind, id, call, policy, expires, seal } = read;
  if (kind !== "approval" || typeof id !== "string" || typeof call !== "string") return undefined;
  if (typeof expires !== "number" || (policy !== null && typeof policy !== "string")) return undefined;
  return { kind, id, call, policy, expires, ...(typeof seal === "string" && { seal }) };
}

/** More approvals at once are not used: what is not remembered could be used twice. */
const MOST_USED = 10_000;

/** Remembers used approvals in this process, until they expire. */
function usedInMemory(now: () => number = Date.now): UsedApprovals {
  const used = new Map<string, number>();
  return {
    use: (id, expires) => {
      if (used.has(id)) return false;
      if (used.size >= MOST_USED) {
        const time = now();
        for (const [old, until] of used) if (until <= time) used.delete(old);
        if (used.size >= MOST_USED) return false;
      }
      used.set(id, expires);
      return true;
    },
  };
}
