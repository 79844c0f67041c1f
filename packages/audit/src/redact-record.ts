import { isList, isRecord, type JsonObject, type JsonValue, shorten } from "@gatehouse-hooks/json";
import { redact } from "@gatehouse-hooks/redact";
import { AUDIT_LIMITS } from "./audit-limits.js";
import type { AuditEntry } from "./audit-entry.js";

/** Hides secrets in a string. */
export type Redact = (text: string) => string;

/** Strings from outside; the rest are names and hashes. */
const FREE_TEXTS: ReadonlySet<string> = new Set(["reason", "message"]);

/**
 * The entry as it is written: strings bounded and redacted. Without a `redact`, reasons and messages, which may quote what the
 * agent did, are left out. A redactor that throws leaves the text out, too.
 */
export function redactEntry(entry: AuditEntry, hide: Redact | undefined): AuditEntry {
  const text = (key: string, value: string): string => {
    // Cut only afterwards: half a secret has no known shape.
    const near = value.slice(0, 8 * AUDIT_LIMITS.textLength);
    if (hide === undefined) return FREE_TEXTS.has(key) ? "" : shorten(redact(near), AUDIT_LIMITS.textLength);
    try {
      return shorten(hide(near), AUDIT_LIMITS.textLength);
    } catch {
      return "";
    }
  };
  const clean = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return text(key, value);
    if (Array.isArray(value)) return value.slice(0, AUDIT_LIMITS.hooks).map((item) => clean(key, item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(name, item)]));
  };
  const cleaned = <Given extends object>(given: Given): Given => clean("", given) as Given;
  if (entry.kind !== "decision" || entry.evidence === undefined) return cleaned(entry);
  const { evidence, ...others } = entry;
  return { ...cleaned(others), evidence: keptEvidence(evidence, hide) };
}

/** Whole or not at all: a part of a script is another script, and so is one without its secrets. */
function keptEvidence(evidence: JsonObject, hide: Redact | undefined): JsonObject {
  const text = JSON.stringify(evidence);
  if (text.length > AUDIT_LIMITS.evidence) return { lost: "too long" };
  if (hide === undefined) return { lost: "not redacted" };
  try {
    return hasSecret(evidence, hide) ? { lost: "a secret" } : evidence;
  } catch {
    return { lost: "not redacted" };
  }
}

function hasSecret(value: JsonValue, hide: Redact): boolean {
  if (typeof value === "string") return hide(value) !== value;
  if (isList(value)) return value.some((one) => hasSecret(one, hide));
  return (
    isRecord(value) && Object.entries(value).some(([key, one]) => hide(key) !== key || hasSecret(one, hide))
  );
}
