import { isPlain } from "./is-plain.js";
import { privateKeys, wholePrivateKeys } from "./private-keys.js";
import type { SecretRule, SecretSpan } from "./secret-rule.js";
import { SECRET_RULES } from "./secret-rules.table.js";

/**
 * How much of what was found a span covers. `secret`: what must not leave, and nothing else. `whole`: with what belongs to it
 * (the user before a password, the marks of a private key), but without anything that may be a command.
 */
export type SecretExtent = "secret" | "whole";

/**
 * The secrets in a text: in order, those that overlap as one. The time is linear in the length of the text.
 *
 * Best effort, as every detector of secrets is: one without a known shape or name is not found.
 *
 * @example
 * ```ts
 * findSecrets("DB_PASSWORD=hunter2 psql"); // [{ kind: "named", start: 12, end: 19 }]
 * ```
 */
export function findSecrets(text: string, extent: SecretExtent = "secret"): readonly SecretSpan[] {
  const lower = text.toLowerCase();
  const keys = extent === "whole" ? wholePrivateKeys : privateKeys;
  const spans = lower.includes("-----begin") ? keys(text) : [];
  for (const rule of SECRET_RULES) {
    const { keywords } = rule;
    if (keywords.length > 0 && !keywords.some((keyword) => lower.includes(keyword))) continue;
    collect(rule, text, extent, spans);
  }
  return mergeSpans(spans.filter(({ start, end }) => end > start));
}

const isShown = (secret: string): boolean => isPlain(secret);
const shell = /[$;&|<>(){}\\]/;

function collect(rule: SecretRule, text: string, extent: SecretExtent, spans: SecretSpan[]): void {
  const { kind, pattern, isValid, shows = isShown, mayHoldShell = false } = rule;
  for (const { indices } of text.matchAll(pattern)) {
    if (indices === undefined) continue;
    const [secretAt, wholeAt] = placesOf(indices);
    const secret = text.slice(...secretAt);
    if (isValid?.(secret) === false || shows(secret, text.slice(...wholeAt))) continue;
    if (extent === "secret") spans.push({ kind, start: secretAt[0], end: secretAt[1] });
    else spans.push({ kind, start: wholeAt[0], end: mayHoldShell ? beforeShell(text, wholeAt) : wholeAt[1] });
  }
}

type Place = readonly [start: number, end: number];

function placesOf(indices: RegExpIndicesArray): readonly [secret: Place, whole: Place] {
  const secret = indices.groups?.["secret"] ?? indices[0] ?? [0, 0];
  return [secret, indices.groups?.["whole"] ?? secret];
}

/** Where the first shell operator of a place is, or its end. */
function beforeShell(text: string, [start, end]: Place): number {
  const cut = text.slice(start, end).search(shell);
  return cut < 0 ? end : start + cut;
}

/** Overlapping spans as one, of the kind of the longest, or of the first of equal length; spans that only touch stay two. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = [];
  let longest = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    const length = span.end - span.start;
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = length;
      continue;
    }
    const kind = length > longest ? span.kind : last.kind;
    merged[merged.length - 1] = { kind, start: last.start, end: Math.max(last.end, span.end) };
    longest = Math.max(longest, length);
  }
  return merged;
}
