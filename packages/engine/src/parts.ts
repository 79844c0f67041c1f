/**
 * What a set is made of, for `@gatehouse-hooks/store`, which makes one of a text without compiling it. Without what reads definitions.
 */
export { ALL_GATING, listensTo } from "./all-gating.js";
export { CANONICAL } from "./canonical.table.js";
export { type Access, type Accesses, chooseAccess } from "./candidates/access.js";
export { EventPolicies, type Finding } from "./candidates/event-policies.js";
export { overlaps } from "./candidates/overlaps.js";
export { PathReader, type Visit } from "./candidates/path-reader.js";
export type { PoliciesOfEvent } from "./candidates/policies-of-event.js";
export { pathKey } from "./candidates/requirement.js";
export { foldedText } from "./candidates/scanner.js";
export { type Applies, CompiledPolicy, type PolicyOrigin } from "./compiled-policy.js";
export { deepFreeze } from "@gatehouse-hooks/json";
export { FieldNames } from "./door/field-names.js";
export { CANONICAL_KINDS, type EventKinds, eventKinds, type ToolFields, unknownKind } from "./event-kinds.js";
export type {
  CellCause,
  CellKind,
  CellScope,
  CellUpdate,
  MemoryCell,
  Remembered,
  ShownCell,
} from "./facts/cell.js";
export { type Derive, FACTS } from "./facts/derive.js";
export { Deriving, requireDerive, type SealedEvent } from "./facts/deriving.js";
export { keysOf } from "./keys-of.js";
export { partsOf, type PolicySet, sealSet, type SetParts } from "./policy-set.js";
export type { Event } from "./event.js";
export type { EventKind, FieldType } from "./event-kind.js";
export type { ShownFact } from "./explain/shown-facts.js";
export type {
  BuiltinHandler,
  CacheScope,
  CommandHandler,
  Condition,
  FunctionHandler,
  Handler,
  JudgeHandler,
  OnFailure,
  Policy,
  PolicySource,
  StaticHandler,
  Tests,
  Tier,
} from "./policy.js";
export type { Answer, Provenance, Usage } from "./verdict.js";
export type { DocumentedTool, EventSpelling, FieldSpelling, Vocabulary } from "./vocabulary.js";
