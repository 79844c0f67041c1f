import { type JsonValue, shorten, isList } from "@gatehouse-hooks/json";

/** The longest value shown, in UTF-16 code units. */
const MAX_SHOWN = 80;

/** A string is read up to here; what follows is not shown. */
const MAX_READ = 2_000;

const HIDDEN = "[redacted]";

/** Names of properties whose value is a secret, whatever it looks like. */
const SECRET_NAME =
  /pass(?:word|wd|phrase)|secret|token|api[-_]?key|credential|authorization|cookie|private[-_]?key/i;

/** Strings that are secrets by their form. Each pattern is linear: no part can backtrack into the next one. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*/g,
  /\b(?:[spr]k[-_]|npm_|hf_|glpat-|gh[opusr]_|github_pat_|xox[abeprs]-|AIza|eyJ)[-_.A-Za-z0-9]{12,}/g,
  /\bA[KS]IA[A-Z0-9]{12,}/g,
  /\bauthorization["']?\s{0,8}[=:]\s{0,8}["']?(?:[a-z]{1,20}\s{1,8})?[^\s"',;&]+/gi,
  /\bbearer\s{1,8}[^\s"']{6,}/gi,
  /(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key)["']?\s{0,8}[=:]\s{0,8}["']?[^\s"',;&]+/gi,
  /:\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g,
  // A long run of letters and digits: a key, a hash, a session.
  /(?<![A-Za-z0-9+_])(?=[A-Za-z+_]{0,64}\d)[A-Za-z0-9+_]{32,}={0,2}/g,
];

/**
 * A value for people to read: JSON, what looks like a secret redacted, at most 80 characters. Redaction knows the usual
 * forms, not every secret: an explanation is as confidential as the event.
 *
 * @param name the property that holds the value
 */
export function showValue(name: string, value: JsonValue | undefined): string {
  if (value === undefined) return "missing";
  if (SECRET_NAME.test(name) && value !== null && typeof value !== "boolean") return HIDDEN;
  return shorten(JSON.stringify(redacted(value, { left: MAX_READ })), MAX_SHOWN);
}

/** A copy of a value with what looks like a secret redacted; of a large one only its beginning. */
export function redactedValue(value: JsonValue): JsonValue {
  return redacted(value, { left: MAX_READ });
}

/** A copy of the beginning of a value. */
function redacted(value: JsonValue, budget: { left: number }): JsonValue {
  if (budget.left <= 0) return "…";
  if (typeof value === "string") {
    const text = value.slice(0, budget.left);
    budget.left -= text.length + 1;
    return SECRETS.reduce((kept, pattern) => kept.replace(pattern, HIDDEN), text);
  }
  budget.left -= 1;
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) {
    const items: JsonValue[] = [];
    for (const item of value) {
      if (budget.left <= 0) break;
      items.push(redacted(item, budget));
    }
    return items;
  }
  const copy: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (budget.left <= 0) break;
    budget.left -= key.length;
    const hide = SECRET_NAME.test(key) && member !== null && typeof member !== "boolean";
    copy.push([key, hide ? HIDDEN : redacted(member, budget)]);
  }
  return Object.fromEntries(copy);
}
