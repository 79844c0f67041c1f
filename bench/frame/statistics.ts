/** The middle value; of an even number of values the mean of the two in the middle. Not for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error("expected at least one value to take the median of");
  const lower = sorted[middle - 1];
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** Half the distance between the quartiles as a share of the median: 0.05 reads as "± 5 %". */
export function spread(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const middle = median(values);
  return middle === 0 ? 0 : (at(0.75) - at(0.25)) / 2 / middle;
}

/** The value that a share of all is not above. Not for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.ceil(sorted.length * share) - 1] ?? sorted[0];
  if (found === undefined) throw new Error("expected at least one value to take a quantile of");
  return found;
}
