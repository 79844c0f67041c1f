import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { findSecrets, type SecretExtent } from "./find-secrets.js";
import { isPlainPath } from "./is-plain.js";
import { namesSecret } from "./secret-names.js";

/** What a reader sees where a secret was. */
export interface SecretMask {
  readonly extent: SecretExtent;
  /** What takes the place of a secret of this kind. It must not look like a secret itself. */
  readonly of: (kind: string) => string;
}

/** `[redacted:KIND]`, with what belongs to the secret: for readers who have to judge what an action does. */
export const LABEL_MASK: SecretMask = { extent: "whole", of: (kind) => `[redacted:${kind}]` };

/** `[REDACTED]` in place of the secret alone (document 004, `redact_secrets`): for texts that are used further. */
export const FIXED_MASK: SecretMask = { extent: "secret", of: () => "[REDACTED]" };

/** A secret that touches another is found when that one is gone: its pattern asks where it begins. */
const MAX_PASSES = 4;

/**
 * Hides secrets in a string: known key and token shapes, private keys, user names and passwords in URLs, bearer
 * headers, and values assigned to names such as `API_KEY`. Words, refs, paths and flags stay (SPEC, "What stays visible"). Linear
 * time.
 *
 * This lowers a risk and does not remove it: a secret without a known shape or name is not found.
 *
 * @param mask - what is put in the place of a secret; a label with its kind by default.
 * @example
 * ```ts
 * redact("curl -H 'Authorization: Bearer abc123def456ghi789'"); // "curl -H 'Authorization: Bearer [redacted:authorization]'"
 * ```
 */
export function redact(text: string, mask: SecretMask = LABEL_MASK): string {
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const after = redactOnce(before, mask);
    if (after === before) break;
    before = after;
  }
  return before;
}

function redactOnce(text: string, mask: SecretMask): string {
  let out = "";
  let at = 0;
  for (const { kind, start, end } of findSecrets(text, mask.extent)) {
    out += text.slice(at, start) + mask.of(kind);
    at = end;
  }
  return at === 0 ? text : out + text.slice(at);
}

/**
 * Hides the secrets in a JSON value: in every string and key, and the whole string of a property whose name says that it is
 * one (`password`, `apiKey`, `db_token` …). A path there stays: the action may be about it.
 *
 * @param value - sealed JSON: its depth is bounded.
 * @param mask - what is put in the place of a secret; a label with its kind by default.
 * @returns the value itself when there is nothing to hide.
 */
export function redactValue(value: JsonValue, mask: SecretMask = LABEL_MASK): JsonValue {
  if (typeof value === "string") return redact(value, mask);
  if (Array.isArray(value)) {
    const before: readonly JsonValue[] = value;
    const after = redactLines(before, mask).map((item) => redactValue(item, mask));
    return after.some((item, i) => item !== before[i]) ? after : before;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(
    ([key, item]): readonly [shown: string, item: JsonValue, key: string] => [
      redact(key, mask),
      redactProperty(key, item, mask),
      key,
    ],
  );
  const isClean = entries.every(([shown, item, key]) => shown === key && item === value[key]);
  // `Object.fromEntries` defines own properties, also for the key `__proto__`.
  return isClean ? value : Object.fromEntries<JsonValue>(entries.map(([shown, item]) => [shown, item]));
}

/** A private key whose lines are the strings of a list: each of them alone is letters and digits. */
function redactLines(list: readonly JsonValue[], mask: SecretMask): readonly JsonValue[] {
  const isBegin = (item: JsonValue): boolean => typeof item === "string" && item.includes("-----BEGIN");
  if (!list.some(isBegin)) return list;
  const text = list.map((item) => (typeof item === "string" ? item : "")).join("\n");
  const spans = findSecrets(text, mask.extent).filter(({ kind }) => kind === "private-key");
  let start = 0;
  return list.map((item) => {
    if (typeof item !== "string") {
      start++;
      return item;
    }
    const from = start;
    const end = from + item.length;
    start = end + 1;
    let out = "";
    let at = from;
    for (const span of spans.filter((one) => one.start < end && one.end > from)) {
      out += text.slice(at, Math.max(at, span.start)) + mask.of(span.kind);
      at = Math.min(end, span.end);
    }
    return out + text.slice(at, end);
  });
}

/** The value of one property without its secrets, read with the property's name; the value itself when there are none. */
export function redactProperty(key: string, value: JsonValue, mask: SecretMask = LABEL_MASK): JsonValue {
  const isSecret = namesSecret(key) && typeof value === "string" && !isPlainPath(value);
  return isSecret ? mask.of("named") : redactValue(value, mask);
}

/** The fields of an event that hold what a tool has answered, for all agents and for docker-agent's own event. */
const RESULT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  after_tool_call: ["result", "error"],
  tool_response_transform: ["tool_response", "result"],
};

/**
 * What a tool has answered without its secrets.
 *
 * @param event - sealed: its depth is bounded.
 * @returns the fields that change; undefined where no field does.
 * @example
 * ```ts
 * redactResult({ event: "after_tool_call", toolName: "bash", result: "DB_PASSWORD=hunter2" }); // { result: "DB_PASSWORD=[REDACTED]" }
 * ```
 */
export function redactResult(event: JsonObject): JsonObject | undefined {
  const { event: name } = event;
  const fields = typeof name === "string" ? (own(RESULT_FIELDS, name) ?? []) : [];
  const changed = fields.flatMap((field): readonly (readonly [string, JsonValue])[] => {
    const before = own(event, field);
    if (before === undefined) return [];
    const after = redactProperty(field, before, FIXED_MASK);
    return after === before ? [] : [[field, after]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
