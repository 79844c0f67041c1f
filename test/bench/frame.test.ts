import { expect, test } from "vitest";

import { createFrame } from "../../bench/frame/frame.js";
import type { Row } from "../../bench/frame/row.js";
import { median, spread } from "../../bench/frame/statistics.js";

const double = (n: number): number => n * 2;

test("subjects that disagree are not measured: the case, the input and both answers are named", async () => {
  const frame = createFrame(true);
  const subjects = { double, square: (n: number) => n * n };
  await expect(frame.agree("twice", subjects, [2, 3])).rejects.toThrow(
    "subjects disagree in `twice` on 3: `double` gives { value: 6 }, `square` gives { value: 9 }",
  );
});

test("a subject that throws disagrees, also with itself", async () => {
  const frame = createFrame(true);
  const broken = (): number => {
    throw new Error("broken");
  };
  await expect(frame.agree("twice", { double, broken }, [1])).rejects.toThrow("broken");
  await expect(frame.agree("twice", { broken }, [1])).rejects.toThrow("broken");
});

test("subjects that were not shown to agree are refused", async () => {
  const frame = createFrame(true);
  await frame.agree("twice", { double }, [1]);
  await expect(frame.measure("twice", { double, other: double })).rejects.toThrow("`other`");
  expect(frame.rows).toEqual([]);
});

test("a subject that does ten times the work takes clearly longer, and the rows say so", async () => {
  const work = (loops: number) => (): boolean => {
    let sum = 0;
    for (let i = 0; i < loops; i++) sum = (sum + i) & 0xffff;
    return sum >= 0;
  };
  const frame = createFrame(true);
  const subjects = { small: work(2_000), large: work(20_000) };
  await frame.agree("loops", subjects, [undefined]);
  await frame.measure("loops", subjects);
  const rows: readonly Row[] = frame.rows;
  expect(rows).toMatchObject([
    { subject: "small", case: "loops", metric: "time", unit: "ns", ratioTo: "small", ratio: 1 },
    { subject: "large", case: "loops", metric: "time", unit: "ns", ratioTo: "small" },
  ]);
  expect(rows[1]?.ratio).toBeGreaterThan(5);
  expect(rows[1]?.ratio).toBeLessThan(20);
});

test("processes that print differently are refused", async () => {
  const frame = createFrame(true);
  const print = (text: string) => ({ args: ["-e", `console.log("${text}")`] });
  await expect(frame.start("print", { one: print("1"), two: print("2") })).rejects.toThrow(
    "print differently",
  );
});

test("median and spread", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(spread([1, 1, 1])).toBe(0);
  expect(spread([8, 9, 10, 11, 12])).toBeCloseTo(0.1);
});
