import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { repeatedKeys } from "../../tools/json-keys/repeated-keys.js";

const root = path.resolve(import.meta.dirname, "../..");

/** Files that have a key twice because a reader has to refuse them. */
const MEANT: ReadonlySet<string> = new Set([
  "packages/hosts/test/fixtures/hostile-files/93-json-duplicate.json",
]);

const listed = execFileSync("git", ["ls-files", "-z", "*.json"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((name) => name !== "");
const inFile = (name: string): readonly string[] =>
  repeatedKeys(readFileSync(path.join(root, name), "utf8")).map(({ key, line }) => `${name}:${line} ${key}`);

test("no JSON file of the repository has a key twice", () => {
  expect(listed).toContain("packages/cli/package.json");
  expect(listed.filter((name) => !MEANT.has(name)).flatMap(inFile)).toEqual([]);
});

test.each([...MEANT])("one that is meant to have it has it: %s", (name) => {
  expect(listed).toContain(name);
  expect(inFile(name)).not.toEqual([]);
});

const rows: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['{ "peers": { "a": 1 },\n  "name": "x",\n  "peers": { "b": 1 } }', ["3 peers"]],
  ['{ "a": { "b": 1,\n "b": 1,\n "b": 1 } }', ["2 b", "3 b"]],
  ['[{ "a": 1 }, { "a": 1 }]', []],
  ['{ "a": { "a": { "a": 1 } }, "b": [{ "a": 1 }] }', []],
  ['{ "a": [{ "b": 1 }],\n "a": 1 }', ["2 a"]],
  // The same key, spelled in two ways.
  ['{ "\\u0061": 1,\n "a": 2 }', ["2 a"]],
  ['{ "__proto__": 1,\n "__proto__": 2 }', ["2 __proto__"]],
  ['{ // "a": 1\n "a": 1,\n /* "a": 1 */ }', []],
  ['{ // why\n "a": 1,\n "a": 2,\n }', ["3 a"]],
];

test.each(rows)("%s", (text, found) => {
  expect(repeatedKeys(text).map(({ key, line }) => `${line} ${key}`)).toEqual(found);
});
