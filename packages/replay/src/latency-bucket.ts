/** The longest time that has a bucket of its own, in microseconds: above half an hour. */
const LONGEST_US = 2 ** 31 - 1;

/**
 * The bucket of a time in a histogram of four buckets a doubling: integers alone, so that every machine says the same.
 *
 * @param ms milliseconds; negative ones and what is no number are 0
 */
export function latencyBucket(ms: number): number {
  const us = ms > 0 ? Math.min(Math.floor(ms * 1_000), LONGEST_US) : 0;
  if (us < 4) return us;
  const doublings = 31 - Math.clz32(us);
  return 4 * (doublings - 1) + ((us >> (doublings - 2)) & 3);
}

/** The shortest time above a bucket, in milliseconds. */
export function latencyAbove(bucket: number): number {
  const next = bucket + 1;
  if (next < 4) return next / 1_000;
  const doublings = Math.floor(next / 4) + 1;
  return ((4 + (next % 4)) * 2 ** (doublings - 2)) / 1_000;
}

/**
 * The time that a share of the decisions took at most, in milliseconds, to a quarter of a doubling; `null` without any.
 *
 * @param latency numbers by bucket
 * @param share 0.5 for the median
 */
export function latencyQuantile(latency: readonly number[], share: number): number | null {
  const all = latency.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of latency.entries()) {
    seen += count;
    if (count > 0 && seen >= share * all) return latencyAbove(bucket);
  }
  return null;
}
