import { isRecord } from "@gatehouse-hooks/json";
import { AUDIT_KINDS, type AuditRecord } from "./audit-entry.js";
import { AUDIT_LIMITS } from "./audit-limits.js";

const REFERENCE = /^(?:\d{1,12}:)?[0-9a-f]{64}$/;

/** A line of the trail as a record, or null when it is not one: torn, or not of this version. */
export function readRecord(line: Uint8Array): AuditRecord | null {
  if (line.length > AUDIT_LIMITS.lineBytes) return null;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { v, kind, at, run, prev } = value;
  if (v !== 1 || typeof kind !== "string" || !AUDIT_KINDS.includes(kind)) return null;
  if (typeof at !== "string" || typeof run !== "string") return null;
  if (!Array.isArray(prev) || prev.length > AUDIT_LIMITS.previous) return null;
  if (!prev.every((one) => typeof one === "string" && REFERENCE.test(one))) return null;
  return value as AuditRecord;
}
