import type { JsonValue } from "@gatehouse-hooks/json";

import { namesSecret } from "./detectors.js";
import { isPlainPath } from "./is-plain.js";
import { redact } from "./redact.js";

/**
 * Hides the secrets in a JSON value: in every text and key, and the whole text of a property whose name says that it
 * is one (`password`, `apiKey`, `db_token` …). A path there stays: the action may be about it.
 *
 * @param value - sealed JSON: its depth is bounded.
 */
export function redactValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>).map(([key, item]) => {
    const isSecret = namesSecret(key) && typeof item === "string" && !isPlainPath(item);
    const shown = isSecret ? "[redacted:named]" : redactValue(item);
    return [redact(key), shown] as const;
  });
  // `Object.fromEntries` defines own properties, also for the key `__proto__`.
  return Object.fromEntries(entries);
}
