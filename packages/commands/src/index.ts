export { type BuiltinCall, hookInput } from "./builtin-call.js";
export { type BuiltinOptions, builtinHandlers } from "./builtin/builtin-handlers.js";
export type { UnloadableModel } from "./builtin/unload.js";
export {
  type CommandHandlerOptions,
  type InterpretRun,
  type Sandbox,
  commandHandler,
} from "./command-handler.js";
export type {
  AnswerBuiltin,
  AnswerCommand,
  BuiltinNeed,
  CallContext,
  CommandNeed,
  NeedFor,
} from "./command-need.js";
export type { CommandOutcome, CommandRun, NotStarted } from "./command-run.js";
export { type Environment, mergedEnvironment } from "./environment.js";
export type { Repository } from "./git/find-repository.js";
export type { GitCall, GitRun } from "./git/run-git.js";
export { type Opened, type OpenRepository, openRepository } from "./git/open-repository.js";
export { type Argv, type RunSettings, runCommand } from "./run-command.js";
export { type BubblewrapOptions, type Sandboxed, bubblewrapArgv } from "./sandbox/bubblewrap.js";
export type { Shell } from "./shell.js";
export { isAlive, takeLock, withLock } from "./snapshot/process-lock.js";
export type { Checkpoint } from "./snapshot/session-store.js";
export {
  type SnapshotOptions,
  type SnapshotSession,
  type Snapshots,
  type Undone,
  createSnapshots,
} from "./snapshot/snapshots.js";
