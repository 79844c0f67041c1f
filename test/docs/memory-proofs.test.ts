import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/memory-proofs.md", root), "utf8");
const NAMED = /`([^`]+)` in `([^`]+\.test\.ts)`/g;

test("each law and each promise of memory is tried by the test that the page names", () => {
  const named = [...page.matchAll(NAMED)].map(([, title = "", file = ""]) => ({ title, file }));
  expect(named.length).toBeGreaterThan(35);
  const missing = named.filter(
    ({ title, file }) => !readFileSync(new URL(file, root), "utf8").includes(title),
  );
  expect(missing).toEqual([]);
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| (?:law|what|---)/.test(line));
  expect(rows.filter((row) => !row.includes(".test.ts`"))).toEqual([]);
});
