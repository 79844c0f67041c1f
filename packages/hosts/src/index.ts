export { contractOf, dockerAgentEvents, type EventContract } from "./docker-agent/contract.js";
export {
  type DockerAgentVariables,
  type HookNeed,
  dockerAgentVariables,
  type HostVariables,
} from "./docker-agent/environment.js";
export type { HookDefinition, HookMatcher, Hooks } from "./docker-agent/hooks/definition.js";
export { hooksFromFlags } from "./docker-agent/hooks/command-line.js";
export type { DockerAgentOptions, Compat } from "./docker-agent/docker-agent-options.js";
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
export type { LoadedPack } from "./gatehouse/packs/load-pack.js";
export { loadPack, packs } from "./gatehouse/packs/packs.js";
export {
  GUARDED_ETC,
  GUARDED_FILES,
  GUARDED_FOLDERS,
  GUARDED_WHOLE,
  type GuardedFolder,
} from "./gatehouse/packs/guarded-files.table.js";
export type { Pack, PackExample, PackExamples, PackParameter, PackPolicy } from "./gatehouse/packs/pack.js";
export { readDataFile } from "./read-data-file.js";
export type { DataFile } from "./yaml/read-data-file.js";
export type { CommandQuestion, CommandWords, EndedRun, HostQuestion, Variables } from "./command-words.js";
export type {
  FileKeys,
  FileToRead,
  HostFiles,
  HostOptions,
  KnownConditions,
  PlaceOf,
  PolicyPart,
} from "./host-files.js";
export { sentBy, type SentByHost } from "./sent-by.js";
export { placeInPolicy } from "./place-in-policy.js";
export type { Host, HostTwins } from "./host.js";
export { EVENT_NAMES } from "./names/agent-names.js";
export { type EventWord, type EventNames } from "./names/event-names.js";
export type { NamedPart } from "./names/event-part.js";
export { listensByName, readEventNames, type ReadEventNames } from "./names/read-event-names.js";
export { readFrom } from "./names/read-from.js";
export type { ReadFrom } from "./text/field-problems.js";
export type { WordRule } from "./names/word-rules.js";
export type {
  CanonicalParameter,
  EventPart,
  HostEvent,
  HostTool,
  ToolKind,
  HostTables,
} from "./host-tables.js";
export { checkHost, type CheckHostOptions } from "./check-host.js";
export { nearEvents } from "./names/near-events.js";
export { HOSTS, formatOf } from "./hosts.js";
export { recogniseHost, type RecognisedHost } from "./recognise-host.js";
export type { EventCapability, HostCapabilities } from "./wire/capability.js";
export type { Hearing, HostWire } from "./wire/host-wire.js";
export type { OwnEvents } from "./wire/own-event.js";
export type { SpeakOptions, Spoken } from "./wire/spoken.js";
export type { Call, Prepared } from "./prepare/prepare-payload.js";
export { eventKindOf, fieldsOfEvent, HOST_KINDS, VOCABULARY, vocabularyOf } from "./vocabulary.js";
export { wordsOf } from "./words-of.js";
export {
  dockerAgentSession,
  type DockerAgentSession,
  type DockerAgentSessionOptions,
  type RunOptions,
  type ToolAnswer,
  type ToolAnswerOutcome,
} from "./docker-agent/session/docker-agent-session.js";
export type { SessionPolicies } from "./docker-agent/session/session-rules.js";
export type {
  ApprovalQuestion,
  PersonAnswer,
  SafetyLabel,
  SafetyMode,
  ToolApproval,
  HostToolCall,
  ToolCallOutcome,
  ToolTraits,
} from "./docker-agent/session/tool-call.js";
export { templateBuiltins } from "./docker-agent/template/add-context.js";
export {
  dockerAgentPrompts,
  type HookPrompt,
  type HookPromptProblem,
  type HookPrompts,
  PROMPT_LANGUAGES,
} from "./docker-agent/template/docker-agent-prompts.js";
export type { Expectation, PolicyTest, TestAnswer } from "./gatehouse/policy-test.js";
export { load, type Loaded, type LoadOptions } from "./load.js";
export { loadAll, type LoadAllOptions, newIssues, type PolicyFile } from "./load-all.js";
export { loadMayrosConfig } from "./mayros/config.js";
export {
  type LoadedConfig,
  MAYROS_DEFAULTS,
  type MayrosConfig,
  type MayrosOptions,
} from "./mayros/mayros-config.js";
export { type MayrosOutput, toMayrosOutput } from "./mayros/speak.js";
export {
  type MimirEnvironment,
  mimirEnvironment,
  resolveEnvironment,
  type ResolvedEnvironment,
} from "./mimir/environment.js";
export type { MimirHook } from "./mimir/read-keys.js";
export { finalMimirCommand } from "./mimir/final-command.js";
export { interpretMimir, type MimirRun } from "./mimir/interpret.js";
export { prepareMimirEvent } from "./mimir/complete-event.js";
export {
  createHookRegistry,
  type MimirHookContext,
  type HookRegistry,
  type HookRegistryOptions,
  type RegistryResult,
} from "./mimir/registry.js";
export type { Problem, Report } from "./text/report.js";
export type { Source } from "./text/source.js";
export { formatByContent } from "./format-by-content.js";
export { type OwnWords, ownWordsOf, readsOwnWords, withTwins } from "./own-words.js";
export { toolSchemaOf } from "./tool-schemas.js";
export { type JsonPlace, type JsonPlaces, locateJson } from "./locate-json.js";
