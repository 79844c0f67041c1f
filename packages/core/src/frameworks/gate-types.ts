/** The types that are in the signatures of every entry for a framework. */
export type { ApproveOptions } from "../approvals/approve.js";
export type { CallApproval } from "../approvals/call-approval.js";
export type { AskedAbout } from "./question-store.js";
export type { EventFields } from "../events/event-input.js";
export type { DecideCall } from "../gatehouse.js";
export type { GateToolsOptions } from "./tool-gate.js";
export type { CallDecider } from "../gatehouse.js";
