import type { AskedApproval } from "./approval-store.js";

/** An approval as it is told: without the call's hash and the tenant. */
export type ShownApproval = Omit<AskedApproval, "call" | "tenant">;

export function shownApproval({ call: _call, tenant: _tenant, ...shown }: AskedApproval): ShownApproval {
  return shown;
}
