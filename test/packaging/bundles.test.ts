import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { SOURCE_CONDITION } from "../../tools/scope.js";
import { bundled } from "../runtimes/bundled.js";

/** Within the workspace, where its packages are found. */
const folder = mkdtempSync(path.join(import.meta.dirname, ".bundles-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function program(text: string): string {
  const file = path.join(folder, `program${count++}.mjs`);
  writeFileSync(file, text);
  return file;
}

/** KB of a bundle for browsers, gzipped, where nothing of Node is in it. */
async function kilobytes(text: string, conditions: readonly string[]): Promise<number> {
  const { code, outside } = await bundled(program(text), conditions);
  expect(outside.filter((name) => name.startsWith("node:"))).toEqual([]);
  return gzipSync(code).length / 1_000;
}

const STORED = `import { decide, explain, loadStoredSet, readEvent, step } from "@gatehouse-hooks/core/stored";
console.log(decide, explain, loadStoredSet, readEvent, step);`;
const WITH_RE2 = `import { re2 } from "@gatehouse-hooks/condition/re2"; console.log(re2);${STORED}`;
const WHOLE = 'import { createGatehouse } from "@gatehouse-hooks/core"; console.log(createGatehouse);';

test.each([
  ["sources", [SOURCE_CONDITION]],
  ["built packages", []],
])("%s: what decides by a stored set fits into 60 KB", async (_of, conditions) => {
  // 48 KB, two thirds of it conditions. RE2 is another 47.
  expect(await kilobytes(STORED, conditions)).toBeLessThan(60);
});

test("RE2 is in a bundle that names it, and nothing else is", async () => {
  expect(await kilobytes(WITH_RE2, [])).toBeLessThan(115);
});

test("the one door bundles without anything of Node", async () => {
  // Half of it are the tables of programs, and the readers of eight agents' files; a sixth reads Python, JavaScript, PowerShell and `cmd`.
  expect(await kilobytes(WHOLE, [])).toBeLessThan(780);
});
