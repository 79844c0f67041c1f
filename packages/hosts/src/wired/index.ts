export type { HookDefinition, HookMatcher, Hooks } from "../docker-agent/hooks/definition.js";
export type { Problem, Report } from "../text/report.js";
export type { Expectation, TestAnswer, PolicyTest } from "../gatehouse/policy-test.js";
export type { Source } from "../text/source.js";
export type { DockerAgentOptions, Compat } from "../docker-agent/docker-agent-options.js";
export type { CommandQuestion, CommandWords, EndedRun, HostQuestion, Variables } from "../command-words.js";
export type { MayrosConfig, MayrosOptions } from "../mayros/mayros-config.js";
export type {
  FileKeys,
  FileToRead,
  HostFiles,
  HostOptions,
  KnownConditions,
  PlaceOf,
  PolicyPart,
} from "../host-files.js";
export type { CanonicalParameter, EventPart, HostEvent, HostTool, ToolKind } from "../host-tables.js";
export type { Host, HostTwins } from "../host.js";
export type { Prepared } from "../prepare/prepare-payload.js";
export type { EventCapability, HostCapabilities } from "../wire/capability.js";
export type { Hearing, HostWire } from "../wire/host-wire.js";
export type { OwnEvents } from "../wire/own-event.js";
export type { SpeakOptions, Spoken } from "../wire/spoken.js";
export type { WiredHost } from "../wire/wired-host-from.js";
export { beyondOneStep, decideInWords, neverAsked, type WordsQuestion } from "./decide-in-words.js";
export type { OwnWords } from "../own-words.js";
export { senderAmongAll, senderOf, wiredHostOf } from "./wired-host-of.js";
export type { EventWord, EventNames } from "../names/event-names.js";
export { EVENT_NAMES } from "../names/agent-names.js";
export type { NamedPart } from "../names/event-part.js";
export type { WordRule } from "../names/word-rules.js";
export { listensByName, readEventNames, type ReadEventNames } from "../names/read-event-names.js";
export { BOX_OR_ASK_POLICY, BOX_POLICY } from "../gatehouse/packs/pack.js";
export { WIRED_HOSTS } from "./wired-hosts.js";
export { TRANSCRIPT_PLACES, TRANSCRIPT_READERS } from "../sessions/transcripts.table.js";
