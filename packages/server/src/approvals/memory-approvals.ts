import { answeredApproval, type CallOfApproval } from "@gatehouse-hooks/runtime";
import { type AskedApproval, type ApprovalStore, MOST_WAITING } from "./approval-store.js";

/** Keeps approvals in this process: for one server. Several need a store that they share. */
export function memoryApprovals(): ApprovalStore {
  const held = new HeldApprovals();
  return {
    async ask(approval, now) {
      const same = held.ofCall(approval, now);
      if (same !== undefined) return same;
      held.sweep(now);
      if (held.waiting(approval.tenant, now).length >= MOST_WAITING)
        throw new Error(`${MOST_WAITING} calls wait for a person`);
      held.add(approval);
      return approval;
    },
    async get(tenant, id, now) {
      const found = held.get(id, now);
      return found?.tenant === tenant ? found : undefined;
    },
    async waiting(tenant, now) {
      return held.waiting(tenant, now);
    },
    async answer(tenant, id, given, now) {
      const found = held.get(id, now);
      if (found?.tenant !== tenant) return { kind: "gone" };
      if (found.state !== "waiting") return { kind: "conflict", approval: found };
      const answered = answeredApproval(found, given);
      held.replace(answered);
      return { kind: "answered", approval: answered };
    },
    async use(call, now) {
      const found = held.ofCall(call, now);
      if (found?.state !== "approved") return undefined;
      held.forget(found);
      return found;
    },
    async close() {
      held.clear();
    },
  };
}

/** Approvals by id and by call; one that has expired is not found. */
class HeldApprovals {
  readonly #byId = new Map<string, AskedApproval>();
  readonly #byCall = new Map<string, string>();

  add(approval: AskedApproval): void {
    this.#byId.set(approval.id, approval);
    this.#byCall.set(callKey(approval), approval.id);
  }

  replace(approval: AskedApproval): void {
    this.#byId.set(approval.id, approval);
  }

  get(id: string, now: number): AskedApproval | undefined {
    const found = this.#byId.get(id);
    if (found === undefined || found.expires > now) return found;
    this.forget(found);
    return undefined;
  }

  ofCall(call: CallOfApproval, now: number): AskedApproval | undefined {
    const id = this.#byCall.get(callKey(call));
    return id === undefined ? undefined : this.get(id, now);
  }

  waiting(tenant: string, now: number): readonly AskedApproval[] {
    return [...this.#byId.values()]
      .filter((one) => one.tenant === tenant && one.state === "waiting" && one.expires > now)
      .toSorted((left, right) => left.asked - right.asked);
  }

  forget(approval: AskedApproval): void {
    this.#byId.delete(approval.id);
    const call = callKey(approval);
    if (this.#byCall.get(call) === approval.id) this.#byCall.delete(call);
  }

  sweep(now: number): void {
    for (const one of this.#byId.values()) if (one.expires <= now) this.forget(one);
  }

  clear(): void {
    this.#byId.clear();
    this.#byCall.clear();
  }
}

function callKey({ tenant, call, policy }: CallOfApproval): string {
  return JSON.stringify([tenant, call, policy]);
}
