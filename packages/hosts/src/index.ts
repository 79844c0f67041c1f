export type { Compat } from "./docker-agent/compat.js";
export { contractOf, dockerAgentEvents, type EventContract } from "./docker-agent/contract.js";
export {
  type DockerAgentVariables,
  type HookNeed,
  dockerAgentVariables,
  type HostVariables,
} from "./docker-agent/environment.js";
export type { HookDefinition, HookMatcher, Hooks } from "./docker-agent/hooks/definition.js";
export { hooksFromFlags, mergeHooks } from "./docker-agent/hooks/hooks-from-flags.js";
export type { DockerAgentOptions } from "./docker-agent/load-docker-agent.js";
export { hookResult, type HookResult } from "./docker-agent/output/hook-result.js";
export {
  type HookRun,
  interpretHook,
  type HookWords,
  parseHookOutput,
  type ParseHookOptions,
} from "./docker-agent/output/parse-hook-output.js";
export {
  type Approval,
  type ApprovalEvent,
  approvalOf,
  type PermissionOptions,
  approvalPolicies,
  type ApprovalStep,
  approvalSteps,
} from "./docker-agent/permissions/approval.js";
export type { PatternProblem, Permissions } from "./docker-agent/permissions/permission-policies.js";
export { type Format, formatOf } from "./format-of.js";
export type { Expectation, PolicyTest, TestAnswer } from "./gatehouse/policy-test.js";
export { load, type Loaded, type LoadOptions } from "./load.js";
export { loadAll, type LoadAllOptions, type PolicyFile } from "./load-all.js";
export { type LoadedConfig, loadMayrosConfig, MAYROS_DEFAULTS, type MayrosConfig } from "./mayros/config.js";
export { MAYROS_EVENTS } from "./mayros/events.js";
export { type MayrosOutput, toMayrosOutput } from "./mayros/output.js";
export {
  type MimirEnvironment,
  mimirEnvironment,
  resolveEnvironment,
  type ResolvedEnvironment,
} from "./mimir/environment.js";
export { MIMIR_EVENTS, type MimirEvent } from "./mimir/events.js";
export type { MimirHook } from "./mimir/hook.js";
export { finalMimirCommand } from "./mimir/final-command.js";
export { interpretMimir, type MimirRun } from "./mimir/interpret.js";
export { prepareMimirEvent } from "./mimir/prepare-event.js";
export {
  createHookRegistry,
  type MimirHookContext,
  type HookRegistry,
  type HookRegistryOptions,
  type RegistryResult,
} from "./mimir/registry.js";
export { MIMIR_VARIABLES, type MimirVariable } from "./mimir/variables.js";
export { MAX_FILE_BYTES } from "./text/source.js";
