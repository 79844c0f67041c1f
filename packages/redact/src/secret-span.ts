/** A secret in a text, in UTF-16 code units: from `start` to before `end`. */
export interface SecretSpan {
  /** What kind of secret it is, such as `github-token`: the `kind` of its rule. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
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
