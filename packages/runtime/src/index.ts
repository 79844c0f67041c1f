export { builtinHandlers, type BuiltinOptions } from "./builtin/builtin-handlers.js";
export type { BuiltinCall } from "./builtin/builtin-call.js";
export { redactText } from "./builtin/redact/redact-text.js";
export type { Checkpoint } from "./builtin/snapshot/session-store.js";
export {
  createSnapshots,
  type SnapshotOptions,
  type Snapshots,
  type SnapshotSession,
  type Undone,
} from "./builtin/snapshot/snapshots.js";
export type { ModelsToUnload, UnloadableModel } from "./builtin/unload.js";
export type {
  AuditEntry,
  AuditHook,
  AuditRecord,
  DecisionEntry,
  NoteEntry,
  RunEntry,
  TrailEntry,
} from "./audit/audit-entry.js";
export { auditHandlers } from "./audit/audit-handlers.js";
export { auditRuntime, type AuditRuntimeOptions } from "./audit/audit-runtime.js";
export {
  type AuditStats,
  type AuditTrail,
  type AuditTrailOptions,
  createAuditTrail,
} from "./audit/audit-trail.js";
export { policySetHash } from "./audit/policy-set-hash.js";
export { readTrail } from "./audit/read-trail.js";
export type { Redact } from "./audit/redact-record.js";
export { type TrailProblem, type TrailReport, verifyTrail } from "./audit/verify-trail.js";
export type { Clock } from "./clock.js";
export {
  commandHandler,
  type CommandHandlerOptions,
  type InterpretRun,
  type Sandbox,
} from "./command/command-handler.js";
export type { CommandOutcome, CommandRun, NotStarted } from "./command/command-run.js";
export type { Environment } from "./command/environment.js";
export { hookInput } from "./command/hook-input.js";
export { type Argv, runCommand, type RunSettings } from "./command/run-command.js";
export type { Shell } from "./command/shell.js";
export type { RuntimeStats } from "./counters.js";
export { createRuntime } from "./create-runtime.js";
export type { PolicySource, Reloaded } from "./current-policies.js";
export type { FailureCode } from "./failure.js";
export { PROJECT_BUDGET, type ReadBudget } from "./files/file-limits.js";
export type { FileProblemCode } from "./files/file-problem.js";
export type { PolicyFile, PolicyRoot } from "./files/policy-root.js";
export type { PolicyFiles, ReadPolicyFilesOptions } from "./files/policy-files.js";
export { readPolicyFiles } from "./files/read-policy-files.js";
export type {
  HandlerContext,
  HandlerFunction,
  HandlerKind,
  Handlers,
  NamedHandlers,
  NeedOf,
} from "./handlers.js";
export type { Notice } from "./notice.js";
export type { RuntimeOptions } from "./options.js";
export type { DecideOptions, Runtime } from "./runtime.js";
export {
  type InertPolicies,
  inertPolicies,
  type InertPolicy,
  needsTrust,
  type NeedsTrust,
} from "./trust/inert-policies.js";
export { isRoots, notRoots, type Ownership } from "./trust/owned-by-root.js";
export { type SeenVersions, seenVersions } from "./trust/seen-versions.js";
export { isSignedBy, type ReadKeys, readPublicKeys, SIGNATURE_SUFFIX } from "./trust/signature.js";
export {
  readSigned,
  type ReadSigned,
  type SignedStatement,
  statementText,
} from "./trust/signed-statement.js";
export {
  contentHash,
  isTrusted,
  type ReadTrust,
  readTrustStore,
  type TrustedFile,
  type TrustStore,
  withoutTrusted,
  withTrusted,
  writeTrustStore,
} from "./trust/trust-store.js";
export {
  type ApprovalAnswer,
  type ApprovalOptions,
  type ApprovalRequest,
  type Approve,
  approvedCommands,
  headless,
  type PlannedRun,
  QUESTION_TIMEOUT_MS,
} from "./approval/approval.js";
export { type BubblewrapOptions, bubblewrapArgv, type Sandboxed } from "./sandbox/bubblewrap.js";
