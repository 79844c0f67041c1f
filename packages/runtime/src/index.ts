export { auditHandlers } from "./audit/audit-handlers.js";
export { auditRuntime, type AuditRuntimeOptions, policySetHash } from "./audit/audit-runtime.js";

export {
  type BundledFile,
  bundleText,
  MAX_BUNDLE_BYTES,
  type PolicyBundle,
  readBundle,
  type ReadBundle,
  readBundleText,
  signedBundle,
} from "./policy-bundle.js";
export type { Clock } from "./clock.js";

export type { RuntimeStats } from "./counters.js";
export { completing, type RuntimeHost, type RuntimeTwins } from "./read-input.js";
export { createRuntime } from "./create-runtime.js";
export type { PoliciesOrPromise, Reloaded } from "./reload.js";
export { type LinkLook, type LinkLookUp, lookUpLinks } from "./look-up-links.js";
export type { Look } from "./looks/look.js";
export {
  lookAtChange,
  lstat,
  realpath,
  type Recorded,
  recordLooks,
  type RepeatableLooks,
  treeOf,
} from "./looks/recorded-fs.js";
export { sameLooks } from "./looks/same-looks.js";
export { PROJECT_BUDGET, type ReadBudget } from "./files/file-limits.js";
export type { FoundPolicyFile, PolicyRoot } from "./files/policy-root.js";
export { OWN_FOLDERS } from "./files/not-read.js";
export type { PolicyFiles, ReadPolicyFilesOptions } from "./files/policy-files.js";
export { readPolicyFiles } from "./files/read-policy-files.js";
export { readSmallFile } from "./files/read-inside.js";
export type {
  HandlerContext,
  HandlerFunction,
  HandlerKind,
  Handlers,
  NamedHandlers,
  NeedOf,
} from "./handlers.js";
export { decideWithMemory, readRemembered, type RememberingOptions } from "./memory/decide-with-memory.js";
export { type KeptState, type MemoryStore, processMemoryStore } from "./memory/memory-store.js";
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
export { notRoots } from "./trust/owned-by-root.js";
export { type SeenVersions, seenVersions } from "./trust/seen-versions.js";
export { isSignedBy, type FoundKeys, readPublicKeys, SIGNATURE_SUFFIX } from "./trust/signature.js";
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
  isNotApproved,
  type PlannedRun,
  QUESTION_TIMEOUT_MS,
} from "./approval/approval.js";
export {
  answeredApproval,
  type ApprovalOutcome,
  type AskedAnswer,
  type CallOfApproval,
  type KeptApproval,
  type KeptApprovals,
} from "./approval/kept-approvals.js";

export { approvedDecision } from "./approval/approved-decision.js";
