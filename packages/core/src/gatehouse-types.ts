/** The types in the signatures of entries that take a whole gatehouse. */
export type { CallApproval } from "./approvals/call-approval.js";
export type { DefinedPolicy } from "./definitions/define-policy.js";
export type {
  CallFields,
  CanonicalEvents,
  EventFields,
  EventInput,
  EventName,
  EventOf,
} from "./events/event-input.js";
export type { HostEventName } from "./events/event-names.js";
export type { DecideCall, Gatehouse } from "./gatehouse.js";
export type { PoliciesFrom, PolicyPath, PolicyText } from "./policies/policies-from.js";
export type { AskedAbout } from "./frameworks/question-store.js";
