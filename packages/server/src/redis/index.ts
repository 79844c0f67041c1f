export { redisApprovals, type RedisApprovalsOptions } from "./redis-approvals.js";
export type { ApprovalStore, AskedApproval, ShownCall } from "../approvals/approval-store.js";
