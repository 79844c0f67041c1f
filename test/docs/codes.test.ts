import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODES } from "../../packages/console/src/codes/codes.js";
import { codePages } from "../../tools/codes/code-pages.js";

test("the pages of codes are those that the tables give (`pnpm codes` writes them)", () => {
  const folder = new URL("../../docs/codes/", import.meta.url);
  const there = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
  const pages = codePages(CODES);
  const stale = [...pages].filter(([name, text]) => !there.some((one) => one[0] === name && one[1] === text));
  expect(stale.map(([name]) => name)).toEqual([]);
  expect(there.map(([name]) => name).filter((name) => !pages.has(name ?? ""))).toEqual([]);
});
