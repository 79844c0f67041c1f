import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const src = new URL("../src/", import.meta.url);
/** Formats with a SPEC.md of their own list their codes there. */
const FOLDERS = /^(?:text|yaml|json|prepare|mayros|gatehouse)[\\/]|^[^\\/]+$/;
const source = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && FOLDERS.test(file))
  .map((file) => readFileSync(new URL(file, src), "utf8"))
  .join("\n");
const spec = readFileSync(new URL("../SPEC.md", import.meta.url), "utf8");
const table = spec.slice(spec.indexOf("## Codes"), spec.indexOf("## The hostile corpus"));
const listed = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1] ?? "");

test("SPEC.md lists every code that the sources give, and no other", () => {
  const given = new Set([...source.matchAll(/code: "([a-z-]+)"/g)].map((match) => match[1] ?? ""));
  expect([...given].filter((code) => !listed.includes(code))).toEqual([]);
  expect(listed.filter((code) => !source.includes(`"${code}"`))).toEqual([]);
});

test("each code is listed once", () => {
  expect(listed).toEqual([...new Set(listed)]);
});
