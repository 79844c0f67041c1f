export type { Clock } from "./clock.js";
export type { RuntimeStats } from "./counters.js";
export { createRuntime } from "./create-runtime.js";
export type { PolicySource, Reloaded } from "./current-policies.js";
export type { FailureCode } from "./failure.js";
export type { FileProblemCode } from "./files/file-problem.js";
export type { PolicyFile, PolicyRoot } from "./files/policy-root.js";
export { type PolicyFiles, readPolicyFiles, type ReadPolicyFilesOptions } from "./files/read-policy-files.js";
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
