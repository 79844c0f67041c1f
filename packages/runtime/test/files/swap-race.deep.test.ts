import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";

/** Runs JavaScript in a process of its own until the work is done. */
async function against(script: string, args: readonly string[], work: () => Promise<void>): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ["-e", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    await work();
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Puts links to two directories in one place, in turn. */
const SWAP_LINKS = `
const fs = require("node:fs");
const [root, inside, outside] = process.argv.slice(1);
process.stdout.write("ready");
for (let i = 0; ; i++) {
  const next = root + "/next" + (i % 2);
  fs.rmSync(next, { force: true });
  fs.symlinkSync(i % 2 === 0 ? inside : outside, next);
  fs.renameSync(next, root + "/swap");
}`;

/** Puts the directory itself and a link to another one in one place, in turn. */
const SWAP_DIRECTORY = `
const fs = require("node:fs");
const [root, , outside] = process.argv.slice(1);
fs.renameSync(root + "/dir", root + "/swap");
process.stdout.write("ready");
for (;;) {
  fs.renameSync(root + "/swap", root + "/dir");
  fs.symlinkSync(outside, root + "/swap");
  fs.unlinkSync(root + "/swap");
  fs.renameSync(root + "/dir", root + "/swap");
}`;

const read = async (root: string): Promise<{ texts: string[]; codes: string[] }> => {
  const { files, issues } = await readPolicyFiles([root]);
  return {
    texts: files.map((file) => Buffer.from(file.text).toString()),
    codes: issues.map((issue) => issue.code),
  };
};

test.each([
  ["a link", SWAP_LINKS],
  ["a directory", SWAP_DIRECTORY],
])("%s swapped between looking and opening never leads out of the root", async (_name, script) => {
  const base = await tempDir();
  const root = path.join(base, "hooks");
  await mkdir(path.join(root, "dir"), { recursive: true });
  await mkdir(path.join(base, "outside"));
  await writeFile(path.join(root, "dir", "a.md"), "inside", { mode: 0o644 });
  await writeFile(path.join(base, "outside", "a.md"), "outside", { mode: 0o644 });
  for (let i = 0; i < 20; i++) await symlink("swap/a.md", path.join(root, `${i}.md`));
  const seen = new Set<string>();
  await against(script, [root, path.join(root, "dir"), path.join(base, "outside")], async () => {
    // Both states have to be met, or this would say nothing.
    for (let i = 0; i < 300 || !seen.has("inside") || !seen.has("path-outside-root"); i++) {
      const { texts, codes } = await read(root);
      expect(texts).not.toContain("outside");
      for (const code of codes) expect(["path-outside-root", "not-found", "symlink"]).toContain(code);
      for (const one of [...texts, ...codes]) seen.add(one);
    }
  });
});

/** Puts a file and a pipe in one place, in turn. */
const SWAP_PIPE = `
const fs = require("node:fs");
const [root] = process.argv.slice(1);
process.stdout.write("ready");
for (let i = 0; ; i++) {
  fs.linkSync(root + (i % 2 === 0 ? "/pipe" : "/file"), root + "/next");
  fs.renameSync(root + "/next", root + "/a.md");
}`;

test("a file swapped for a pipe between looking and opening never blocks", async () => {
  const root = await tempDir();
  await writeFile(path.join(root, "file"), "text", { mode: 0o644 });
  execFileSync("mkfifo", [path.join(root, "pipe")]);
  const seen = new Set<string>();
  await against(SWAP_PIPE, [root], async () => {
    for (let i = 0; i < 1_000 || !seen.has("text") || !seen.has("not-a-file"); i++) {
      const { texts, codes } = await read(root);
      for (const one of [...texts, ...codes]) seen.add(one);
    }
  });
  seen.delete("not-found");
  expect([...seen].toSorted()).toEqual(["not-a-file", "text"]);
});

/** Touches a file without end. */
const TOUCH = `
const fs = require("node:fs");
const [file] = process.argv.slice(1);
process.stdout.write("ready");
for (let i = 0; ; i++) fs.utimesSync(file, i, i);`;

test("a file that somebody keeps changing is an error, not a guess", async () => {
  const root = await tempDir();
  const file = path.join(root, "a.md");
  await writeFile(file, "text", { mode: 0o644 });
  const codes = new Set<string>();
  await against(TOUCH, [file], async () => {
    for (let i = 0; i < 5_000 && codes.size === 0; i++)
      for (const code of (await read(root)).codes) codes.add(code);
  });
  expect([...codes]).toEqual(["changing"]);
});

const REWRITE = `
const fs = require("node:fs");
const [file] = process.argv.slice(1);
process.stdout.write("ready");
for (let i = 0; ; i++) {
  fs.writeFileSync(file + ".new", String.fromCharCode(97 + (i % 26)).repeat(100000), { mode: 0o644 });
  fs.renameSync(file + ".new", file);
}`;

test("a file that is replaced again and again is read whole, one version of it", async () => {
  const root = await tempDir();
  const file = path.join(root, "a.md");
  await writeFile(file, "a".repeat(100_000), { mode: 0o644 });
  await against(REWRITE, [file], async () => {
    for (let i = 0; i < 300; i++) {
      const { texts, codes } = await read(root);
      expect(codes).toEqual([]);
      expect(texts[0]).toMatch(/^(.)\1{99999}$/);
    }
  });
});
