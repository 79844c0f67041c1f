export { redisApprovals, type RedisApprovalsOptions } from "./redis-approvals.js";
export type {
  ApprovalOutcome,
  ApprovalStore,
  AskedAnswer,
  AskedApproval,
  ShownCall,
} from "../approvals/approval-store.js";
