export { createDecisionServer, type DecisionServer } from "./decision-server.js";
export type { DecisionServerOptions } from "./options.js";
export type { ApprovalNote, AskedApproval, ApprovalStore, ShownCall } from "./approvals/approval-store.js";
export { memoryApprovals } from "./approvals/memory-approvals.js";
export type { Caller, CallerRole } from "./identity/caller.js";
export type { Peer } from "./http/read-body.js";
export type { ServerLimits } from "./http/limits.js";
export { decisionTracer } from "./traces/traced-request.js";
export type { TenantOptions } from "./tenant.js";
