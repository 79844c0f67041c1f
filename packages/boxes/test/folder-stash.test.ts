import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFolderStash } from "../src/box/folder-stash.js";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gatehouse-stash-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  return path;
}

test("an empty folder is taken, and comes back to its path and to no other", () => {
  const stash = openFolderStash(join(root, "stash"));
  const [one, other] = [folder("one"), join(root, "other")];
  const { ino } = statSync(one);
  expect(stash?.take(one)).toBe(true);
  expect(readdirSync(root)).not.toContain("one");
  expect(stash?.put(other)).toBe(false);
  expect(stash?.put(one)).toBe(true);
  expect(statSync(one).ino).toBe(ino);
  expect(stash?.put(one)).toBe(false);
});

test("a folder that something is in stays, also one that was empty before", () => {
  const stash = openFolderStash(join(root, "stash"));
  const one = folder("one");
  writeFileSync(join(one, "mine"), "");
  expect(stash?.take(one)).toBe(false);
  rmSync(join(one, "mine"));
  // Long ago, so that its time alone says what has been in it.
  utimesSync(one, 1, 1);
  expect(stash?.take(one)).toBe(true);
  expect(stash?.put(one)).toBe(true);
  writeFileSync(join(one, "mine"), "");
  expect(stash?.take(one)).toBe(false);
  expect(readdirSync(one)).toEqual(["mine"]);
});

test("a folder that something came into meanwhile does not come back, and is not removed", () => {
  const stash = openFolderStash(join(root, "stash"));
  const one = folder("one");
  expect(stash?.take(one)).toBe(true);
  const kept = join(root, "stash", String(process.pid), "0");
  writeFileSync(join(kept, "late"), "");
  expect(stash?.put(one)).toBe(false);
  stash?.close();
  expect(readdirSync(kept)).toEqual(["late"]);
});

test("files, links and what is not there are not taken; nothing is left at the end, nor of a process that was killed", () => {
  mkdirSync(join(root, "stash", "999999999", "0"), { recursive: true, mode: 0o700 });
  const stash = openFolderStash(join(root, "stash"));
  expect(readdirSync(join(root, "stash"))).toEqual([String(process.pid)]);
  writeFileSync(join(root, "file"), "");
  expect(stash?.take(join(root, "file"))).toBe(false);
  expect(stash?.take(join(root, "nothing"))).toBe(false);
  expect(stash?.take(folder("one"))).toBe(true);
  stash?.close();
  expect(readdirSync(join(root, "stash"))).toEqual([]);
});
