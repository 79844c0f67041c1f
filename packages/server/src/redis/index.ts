export { redisApprovals, type RedisApprovalsOptions } from "./redis-approvals.js";
