import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  isTrusted,
  readTrustStore,
  withoutTrusted,
  withTrusted,
  writeTrustStore,
} from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { assertLaw } from "../../../../test/assert-law.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function storeWith(content: string): Promise<{ readonly file: string; readonly hook: string }> {
  const directory = await tempDir();
  const file = path.join(directory, "home", "trust.json");
  const hook = path.join(directory, "hook.yaml");
  writeFileSync(hook, content);
  await writeTrustStore(file, await withTrusted({ files: [] }, [{ path: hook, bytes: bytes(content) }]));
  return { file, hook };
}

test("trust holds for these bytes at this place, and for nothing else", async () => {
  const { file, hook } = await storeWith("run: ls");
  const { store, issues } = await readTrustStore(file);
  expect(issues).toEqual([]);
  expect(await isTrusted(store, hook, bytes("run: ls"))).toBe(true);
  await assertLaw(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await isTrusted(store, hook, bytes(text))).toBe(text === "run: ls");
    }),
  );
  const elsewhere = path.join(path.dirname(hook), "copy.yaml");
  writeFileSync(elsewhere, "run: ls");
  expect(await isTrusted(store, elsewhere, bytes("run: ls"))).toBe(false);
});

test("a changed file replaces what was trusted at its place; a link counts as what it leads to", async () => {
  const { file, hook } = await storeWith("a");
  const { store } = await readTrustStore(file);
  const next = await withTrusted(store, [{ path: hook, bytes: bytes("b") }]);
  expect(await isTrusted(next, hook, bytes("a"))).toBe(false);
  expect(await isTrusted(next, hook, bytes("b"))).toBe(true);
  const link = `${hook}.link`;
  symlinkSync(hook, link);
  expect(await isTrusted(next, link, bytes("b"))).toBe(true);
  expect((await withoutTrusted(next, [link])).files).toEqual([]);
});

test("the store is written whole, for its user only, and leaves nothing behind", async () => {
  const { file } = await storeWith("a");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(["trust.json"]);
});

test.each([
  ["nonsense", "{", "trust-unreadable"],
  ["another version", '{"version":2,"files":[]}', "trust-unreadable"],
  [
    "a hash that is none",
    '{"version":1,"files":[{"path":"/a","sha256":"x","at":"now"}]}',
    "trust-unreadable",
  ],
  ["a list in place of an object", "[]", "trust-unreadable"],
])("%s trusts nothing, and is an issue", async (_what, text, code) => {
  const file = path.join(await tempDir(), "trust.json");
  writeFileSync(file, text, { mode: 0o600 });
  const { store, issues } = await readTrustStore(file);
  expect(store.files).toEqual([]);
  expect(issues.map((issue) => [issue.severity, issue.code])).toEqual([["error", code]]);
});

test("a store that others may write, a link and a folder trust nothing", async () => {
  const { file } = await storeWith("a");
  const link = `${file}.link`;
  symlinkSync(file, link);
  const folder = `${file}.folder`;
  mkdirSync(folder);
  chmodSync(file, 0o620);
  for (const one of [file, link, folder]) {
    const { store, issues } = await readTrustStore(one);
    expect([store.files.length, issues.length]).toEqual([0, 1]);
  }
  expect(await readTrustStore(`${file}.missing`)).toEqual({ store: { files: [] }, issues: [] });
});
