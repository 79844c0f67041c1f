import { type JsonObject, lookup } from "@gatehouse-hooks/json";
import type { Approval } from "../permissions/approval.js";
import type { HostToolCall, SafetyLabel, SafetyMode, ToolTraits } from "./tool-call.js";

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
  const { blastRadius = label === "destructive" ? "high" : "unknown" } = traits;
  const { reason } = traits;
  return { safety_label: label, blast_radius: blastRadius, ...(reason !== undefined && { reason }) };
}

function labelOf({ readOnly, destructive, label }: ToolTraits): SafetyLabel {
  if (label !== undefined) return label;
  if (destructive === true) return "destructive";
  return readOnly === true ? "safe" : "unknown";
}

const COMMANDS: readonly string[] = ["cmd", "command"];
/** What lets a shell command be more than the words that a grant names. */
const MORE = /[;&|<>`\n\r]|\$\(/;
const LITERAL = /^[^*?[\\:]+$/;

/**
 * Whether a pattern that the user has allowed for the session names a call so plainly that it answers a hook's question about it: the
 * tool alone, or for `shell` the command as it is written, or its first words, where nothing in it makes a second command.
 */
export function isPlainlyGranted({ name, input }: HostToolCall, allow: readonly string[]): boolean {
  if (name !== "shell") return allow.includes(name);
  const [command, ...others] = COMMANDS.map((key) => lookup(input, key)).filter(
    (value) => value !== undefined,
  );
  if (others.length > 0 || typeof command !== "string" || command.trim() === "" || MORE.test(command))
    return false;
  const words = command.toLowerCase();
  return allow.some((pattern) => {
    const [tool, ...rest] = pattern.toLowerCase().split(":cmd=");
    const [text] = rest;
    if (tool !== "shell" || rest.length > 1) return false;
    if (text === undefined) return true;
    const literal = text.endsWith("*") ? text.slice(0, -1) : text;
    if (!LITERAL.test(literal)) return false;
    if (literal === text) return words === literal;
    return words === literal || words.startsWith(`${literal} `) || words.startsWith(`${literal}\t`);
  });
}
