export { createGatehouse } from "./create-gatehouse.js";
export type { DecideCall, Gatehouse } from "./gatehouse.js";
export { GatehouseError, ToolDenied } from "./gatehouse-error.js";
export type { GatehouseOptions } from "./options.js";
export type { DecisionTracer } from "./traced-decision.js";
export type { PolicyPath, PoliciesFrom, PolicyText } from "./policies/policies-from.js";
export { type DefinedPolicy, definePolicies, definePolicy } from "./definitions/define-policy.js";
export { defineHandler, type HandlerAbout } from "./definitions/define-handler.js";
export { defineHost } from "./definitions/define-host.js";
export type {
  CommandCall,
  JudgeQuestion,
  NoneOf,
  OnlyOneOf,
  PolicyAnswers,
  PolicyBase,
  PolicyInput,
} from "./definitions/policy-shape.js";
export type { HandlerVerdict } from "./definitions/checked-handler.js";
export type {
  CallEventName,
  CallFields,
  CanonicalEvents,
  EventFields,
  EventInput,
  EventName,
  EventOf,
  KindEvent,
} from "./events/event-input.js";
export type { HostEventName } from "./events/event-names.js";
export type { KindParams } from "./events/tool-kinds.js";
export type { CallApproval, ApprovalCheck, UsedApprovals } from "./approvals/call-approval.js";
export { approve, type ApproveOptions } from "./approvals/approve.js";
export { dryRun, type TellDecision } from "./dry-run.js";
export { type CallableTool, gateCall, type GatedTool, gateTool, type GateToolOptions } from "./gate-tool.js";
export { type CallAbout, type SettleOptions, applyRewrite } from "./settle-call.js";
export type { CallDecider } from "./gatehouse.js";
export type { AskedAbout } from "./frameworks/question-store.js";
export { toMessage } from "./to-message.js";
export { gate } from "./gate.js";
export type { GateOptions } from "./frameworks/tool-gate.js";
export type { GateToolsOptions } from "./frameworks/tool-gate.js";
export { type MemoryStore, processMemoryStore } from "@gatehouse-hooks/runtime/portable";
