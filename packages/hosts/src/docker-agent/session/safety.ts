import type { JsonObject } from "@gatehouse-hooks/json";
import type { Approval } from "../permissions/approval.js";
import type { SafetyLabel, SafetyMode, ToolTraits } from "./tool-call.js";

/** The fields that modes and the annotation "read-only" are decided by (`approvalPolicies`). */
export function safetyFields(traits: ToolTraits, mode: SafetyMode | undefined): JsonObject {
  return {
    safety_label: labelOf(traits),
    ...(mode === undefined ? {} : { safety_policy: mode }),
    ...(traits.readOnly === true ? { tool_read_only: true } : {}),
  };
}

/** Whether an approval is worth nothing for a call with other traits. */
export function restsOnTraits({ approval_source: source }: Approval): boolean {
  return source === "mode_balanced" || source === "readonly_hint";
}

/** The danger of a call, for showing to the user. */
export function dangerOf(traits: ToolTraits): Readonly<Record<string, string>> {
  const label = labelOf(traits);
  return { safety_label: label, blast_radius: label === "destructive" ? "high" : "unknown" };
}

function labelOf({ readOnly, destructive, label }: ToolTraits): SafetyLabel {
  if (label !== undefined) return label;
  if (destructive === true) return "destructive";
  return readOnly === true ? "safe" : "unknown";
}
