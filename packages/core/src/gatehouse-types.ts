/** The types in the signatures of the entries for a framework, and of those that take a whole gatehouse. */
export type { ApproveOptions } from "./approvals/approve.js";
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
export type { CallDecider, DecideCall, Gatehouse } from "./gatehouse.js";
export type { PoliciesFrom, PolicyPath, PolicyText } from "./policies/policies-from.js";
export type { AskedAbout } from "./frameworks/question-store.js";
export type { GateToolsOptions } from "./frameworks/tool-gate.js";
