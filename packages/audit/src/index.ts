export type {
  AuditEntry,
  AuditHook,
  AuditRecord,
  DecisionEntry,
  NoteEntry,
  RunEntry,
  TrailEntry,
} from "./audit-entry.js";
export { AUDIT_KINDS } from "./audit-entry.js";
export { AUDIT_LIMITS } from "./audit-limits.js";
export {
  type AuditNotice,
  type AuditStats,
  type AuditTrail,
  type AuditTrailOptions,
  createAuditTrail,
} from "./audit-trail.js";
export { readTrail } from "./read-trail.js";
export type { Redact } from "./redact-record.js";
export type { TrailProblem, TrailReport } from "./trail-report.js";
export { verifyTrail } from "./verify-trail.js";
export { writePrivateFile } from "./write-private-file.js";
