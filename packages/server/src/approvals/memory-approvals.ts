import { type AskedApproval, type ApprovalStore, MOST_WAITING } from "./approval-store.js";

/** Keeps approvals in this process: for one server. Several need a store that they share. */
export function memoryApprovals(): ApprovalStore {
  const byId = new Map<string, AskedApproval>();
  const byCall = new Map<string, string>();

  function forget(approval: AskedApproval): void {
    byId.delete(approval.id);
    const call = callKey(approval);
    if (byCall.get(call) === approval.id) byCall.delete(call);
  }

  function alive(id: string | undefined, now: number): AskedApproval | undefined {
    const found = id === undefined ? undefined : byId.get(id);
    if (found === undefined || found.expires > now) return found;
    forget(found);
    return undefined;
  }

  function sweep(now: number): void {
    for (const one of byId.values()) if (one.expires <= now) forget(one);
  }

  function waitingOf(tenant: string, now: number): readonly AskedApproval[] {
    return [...byId.values()]
      .filter((one) => one.tenant === tenant && one.state === "waiting" && one.expires > now)
      .toSorted((left, right) => left.asked - right.asked);
  }

  return {
    async ask(approval, now) {
      const same = alive(byCall.get(callKey(approval)), now);
      if (same !== undefined) return same;
      sweep(now);
      if (waitingOf(approval.tenant, now).length >= MOST_WAITING)
        throw new Error(`${MOST_WAITING} calls wait for a person`);
      byId.set(approval.id, approval);
      byCall.set(callKey(approval), approval.id);
      return approval;
    },
    async get(tenant, id, now) {
      const found = alive(id, now);
      return found?.tenant === tenant ? found : undefined;
    },
    async waiting(tenant, now) {
      return waitingOf(tenant, now);
    },
    async answer(tenant, id, { kind, by, expires }, now) {
      const found = alive(id, now);
      if (found?.tenant !== tenant) return { kind: "gone" };
      if (found.state !== "waiting") return { kind: "conflict", approval: found };
      const answered: AskedApproval =
        kind === "approve"
          ? { ...found, state: "approved", by, expires }
          : { ...found, state: "refused", by };
      byId.set(id, answered);
      return { kind: "answered", approval: answered };
    },
    async use(call, now) {
      const found = alive(byCall.get(callKey(call)), now);
      if (found?.state !== "approved") return undefined;
      forget(found);
      return found;
    },
    async close() {
      byId.clear();
      byCall.clear();
    },
  };
}

function callKey({ tenant, call, policy }: Pick<AskedApproval, "tenant" | "call" | "policy">): string {
  return JSON.stringify([tenant, call, policy]);
}
