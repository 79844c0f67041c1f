import type { SecretRule } from "./secret-rule.js";
import { SECRET_RULES } from "./secret-rules.table.js";

/** Offsets into a string, in UTF-16 code units: from `start` to before `end`. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

const BEGIN_KEY = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const END_KEY = "-----END";

/** Where secrets are in a string: in order, those that overlap as one. Linear in the length of the string. */
export function findSecrets(text: string): readonly SecretSpan[] {
  const lower = text.toLowerCase();
  const spans = lower.includes("-----begin") ? privateKeys(text) : [];
  for (const rule of SECRET_RULES) {
    if (rule.keywords.some((keyword) => lower.includes(keyword))) collect(rule, text, spans);
  }
  return mergeSpans(spans);
}

/** Overlapping spans as one; spans that only touch stay two. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start < last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else {
      merged.push(span);
    }
  }
  return merged;
}

function collect({ pattern, isValid }: SecretRule, text: string, spans: SecretSpan[]): void {
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.groups?.["secret"] ?? match.indices?.[0] ?? [0, 0];
    if (isValid === undefined || isValid(text.slice(start, end))) spans.push({ start, end });
  }
}

/** What is between the marks; a key without its end reaches to the end of the string. */
function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const begin of text.matchAll(BEGIN_KEY)) {
    const start = begin.index + begin[0].length;
    if (start <= (spans.at(-1)?.end ?? 0)) continue;
    const found = text.indexOf(END_KEY, start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== "") spans.push({ start, end });
  }
  return spans;
}
