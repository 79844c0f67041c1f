import { AUDIT_LIMITS } from "./audit-limits.js";
import type { AuditEntry } from "./audit-entry.js";

/** Hides secrets in a text. */
export type Redact = (text: string) => string;

/** The entry as it is written: texts bounded and redacted. A redactor that throws leaves the text out. */
export function redactEntry(entry: AuditEntry, redact: Redact): AuditEntry {
  const text = (value: string): string => {
    // Cut only afterwards: half a secret has no shape that anybody knows.
    const near = value.slice(0, 8 * AUDIT_LIMITS.textLength);
    try {
      return shorten(redact(near));
    } catch {
      return "";
    }
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.slice(0, AUDIT_LIMITS.hooks).map(clean);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item)]));
  };
  return clean(entry) as AuditEntry;
}

function shorten(text: string): string {
  const { textLength } = AUDIT_LIMITS;
  return text.length <= textLength ? text : `${text.slice(0, textLength - 1)}…`;
}
