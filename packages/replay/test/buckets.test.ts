import { expect, test } from "vitest";
import { dayOf } from "../src/day-of.js";
import { latencyAbove, latencyQuantile } from "../src/index.js";
import { latencyBucket } from "../src/latency-bucket.js";

test("every time is below the end of its bucket, and not below the end of the one before", () => {
  for (let us = 0; us < 5_000; us++) {
    const bucket = latencyBucket(us / 1_000);
    expect(us / 1_000).toBeLessThan(latencyAbove(bucket));
    if (bucket > 0) expect(us / 1_000).toBeGreaterThanOrEqual(latencyAbove(bucket - 1));
  }
  expect(latencyBucket(Number.NaN)).toBe(0);
  expect(latencyBucket(-1)).toBe(0);
  expect(latencyBucket(Infinity)).toBe(latencyBucket(1e12));
});

test("quantiles", () => {
  const latency: number[] = [];
  for (const ms of [0.01, 0.01, 0.01, 5]) {
    const bucket = latencyBucket(ms);
    while (latency.length <= bucket) latency.push(0);
    latency[bucket] = (latency[bucket] ?? 0) + 1;
  }
  expect(latencyQuantile(latency, 0.5)).toBe(0.012);
  expect(latencyQuantile(latency, 0.99)).toBe(5.12);
  expect(latencyQuantile([], 0.5)).toBeNull();
});

test("days are those of the calendar", () => {
  for (let at = 0; at < 253_402_300_800_000; at += 86_400_000 * 797 + 12_345)
    expect(dayOf(at)).toBe(new Date(at).toISOString().slice(0, 10));
  expect(dayOf(951_782_400_000)).toBe("2000-02-29");
  expect(dayOf(253_402_300_799_999)).toBe("9999-12-31");
  for (const none of [null, -1, Number.NaN, Infinity, 253_402_300_800_000]) expect(dayOf(none)).toBe("");
});
