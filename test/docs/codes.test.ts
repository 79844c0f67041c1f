import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODES } from "../../packages/console/src/codes/codes.js";
import { codesPage } from "../../tools/codes/codes-page.js";

const page = readFileSync(new URL("../../docs/codes.md", import.meta.url), "utf8");

test("the page of codes is the one that the tables give (`pnpm codes` writes it)", () => {
  expect(page === codesPage(CODES)).toBe(true);
});

test("every code has a heading of its own, so that its anchor is the code", () => {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(" ", "-"),
  );
  const codes = CODES.flatMap(({ rows }) => rows.map(({ code }) => code));
  expect(codes.filter((code) => headings.filter((heading) => heading === code).length !== 1)).toEqual([]);
});
