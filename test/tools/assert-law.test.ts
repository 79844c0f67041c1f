import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertLaw, lawRuns, slowLaw, tierRows } from "../assert-law.js";
import { packageFolders } from "../../tools/package-folders.js";

const ROOT = path.resolve(import.meta.dirname, "../..");

beforeEach(() => {
  vi.stubEnv("GATEHOUSE_RUNS", undefined);
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the quick tier gives a law 1,000 runs, or fewer where it says so", () => {
  let runs = 0;
  const law = fc.property(fc.nat(), () => {
    runs++;
  });
  expect([assertLaw(law), runs]).toEqual([1_000, 1_000]);
  expect([assertLaw(law, { quick: 30 }), runs]).toEqual([30, 1_030]);
  expect([assertLaw(law, { quick: 5_000, deep: 9_000 }), runs]).toEqual([1_000, 2_030]);
});

test("`GATEHOUSE_RUNS` is for every law, in proportion to its contract", async () => {
  vi.stubEnv("GATEHOUSE_RUNS", "40");
  const law = fc.property(fc.nat(), () => true);
  expect(assertLaw(law, { quick: 7, deep: 8 })).toBe(40);
  expect(assertLaw(law, { full: 50_000 })).toBe(100);
  expect(lawRuns({ quick: 7, full: 10_000 })).toBe(20);
  expect(await assertLaw(fc.asyncProperty(fc.nat(), () => Promise.resolve(true)))).toBe(40);
});

test("the deep tier tries what the quick one leaves out: some runs, and those that a share of processor time buys", () => {
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e-9");
  const law = fc.property(fc.nat(), () => true);
  expect(assertLaw(law, { quick: 30 })).toBe(30);
  expect(assertLaw(law)).toBe(100);
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e9");
  expect(assertLaw(law, { quick: 30, deep: 250 })).toBe(250);
  expect(assertLaw(law, { quick: 30 })).toBe(20_000);
  expect(lawRuns({ quick: 30, deep: 250 })).toBe(250);
  // What is said is the most, also below the number of a law without one: 100 processes took a law ten minutes.
  expect(assertLaw(law, { deep: 8 })).toBe(8);
  expect(lawRuns({ deep: 2, full: 8 })).toBe(2);
});

test("rows are tried in one tier or the other, and all with `GATEHOUSE_RUNS`", () => {
  const rows = ["a", "b", "c"];
  expect(tierRows(2, rows)).toEqual(["a", "b"]);
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e-9");
  expect(tierRows(2, rows)).toEqual(["c"]);
  vi.stubEnv("GATEHOUSE_RUNS", "20000");
  expect(tierRows(2, rows)).toEqual(rows);
});

test("a slow law has a part of its runs in the quick tier, and at least the others in the deep one", () => {
  const law = fc.property(fc.nat(), () => true);
  expect(assertLaw(law, slowLaw(200))).toBe(200);
  expect(assertLaw(law, slowLaw(30, 150))).toBe(30);
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e-9");
  expect(assertLaw(law, slowLaw(200))).toBe(800);
  expect(assertLaw(law, slowLaw(30, 150))).toBe(120);
});

test("each piece of a share has cases of its own", () => {
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e9");
  const seen = new Set<number>();
  assertLaw(
    fc.property(fc.integer(), (n) => {
      seen.add(n);
    }),
    { quick: 100, deep: 2_000 },
  );
  expect(seen.size).toBeGreaterThan(300);
});

test("a law that does not hold fails, whichever piece finds it", async () => {
  vi.stubEnv("GATEHOUSE_LAW_SECONDS", "1e9");
  let runs = 0;
  const breaks = (): boolean => ++runs % 1_500 !== 0;
  expect(() => assertLaw(fc.property(fc.nat(), breaks))).toThrow(/seed/);
  const later = assertLaw(fc.asyncProperty(fc.nat(), () => Promise.resolve(breaks())));
  await expect(later).rejects.toThrow(/seed/);
});

test("the given examples come first", () => {
  const seen: number[] = [];
  const law = fc.property(fc.nat(), (n) => {
    seen.push(n);
  });
  assertLaw(law, { quick: 10 }, [[1_234_567]]);
  expect(seen[0]).toBe(1_234_567);
});

test("no test says for itself how often a law is tried", () => {
  const own = path.join(ROOT, "test/assert-law.ts");
  const folders = packageFolders(ROOT).map((name) => `packages/${name}/test`);
  const files = [...folders, "test"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.parentPath.includes("node_modules"),
      )
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  // The search for a counterexample of a broken engine ends with the first one: its runs are a limit.
  const asserts = /\bfc\.(?:assert|check)\((?!.*(?:\bmutant\b|endOnFailure))/;
  const found = files.filter((file) => file !== own && asserts.test(readFileSync(file, "utf8")));
  expect(files.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
