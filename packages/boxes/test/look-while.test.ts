import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lookWhile } from "../src/kept/look-while.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("nothing is looked for before it is woken, and after nothing is there", () => {
  let [looks, there] = [0, 0];
  const { wake } = lookWhile(
    () => there > 0,
    () => {
      looks++;
      there--;
    },
    1_000,
  );
  vi.advanceTimersByTime(60_000);
  expect(looks).toBe(0);
  there = 3;
  wake();
  wake();
  vi.advanceTimersByTime(60_000);
  expect(looks).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("what comes later is looked for again, and what comes while it is looked for needs no second timer", () => {
  let [looks, there] = [0, true];
  const { wake, close } = lookWhile(
    () => there,
    () => void looks++,
    1_000,
  );
  wake();
  vi.advanceTimersByTime(2_000);
  wake();
  vi.advanceTimersByTime(1_000);
  expect(looks).toBe(3);
  there = false;
  vi.advanceTimersByTime(5_000);
  expect(looks).toBe(4);
  // It looks once more, whether or not anything is needed: who wakes it has seen something.
  wake();
  vi.advanceTimersByTime(5_000);
  expect(looks).toBe(5);
  there = true;
  wake();
  close();
  vi.advanceTimersByTime(5_000);
  expect(looks).toBe(5);
});
