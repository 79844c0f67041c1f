import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";

import { installTarballs, runIn } from "./install-tarballs.js";
import { packPackages } from "./packed-packages.js";
import type { PackedPackage } from "./packed-packages.js";

const root = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let folder = "";
let packed: readonly PackedPackage[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gatehouse-packaging-"));
  packed = await packPackages(folder);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.concurrent("publint has nothing to say about any tarball", async () => {
  const said: string[] = [];
  for (const { name, tarball } of packed) {
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: {
        tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      },
    });
    said.push(...messages.map((message) => `${name}: ${formatMessage(message, pkg) ?? message.code}`));
  }
  expect(said).toEqual([]);
});

test.concurrent("the types of every entry resolve as its code does", async () => {
  const libraries = packed.filter(({ specifiers }) => specifiers.length > 0);
  expect(libraries.length).toBeGreaterThan(0);
  for (const { tarball } of libraries) {
    await run(path.join(root, "node_modules/.bin/attw"), [tarball, "--profile", "esm-only", "--no-emoji"]);
  }
});

test.concurrent("a tarball holds what it needs, and nothing of how it was made", async () => {
  for (const { name, tarball } of packed) {
    const { stdout } = await run("tar", ["-tzf", tarball]);
    const files = stdout.trim().split("\n");
    expect(files, name).toEqual(
      expect.arrayContaining(["package/package.json", "package/LICENSE", "package/README.md"]),
    );
    expect(
      files.filter((file) => /tsbuildinfo|\/test\/|node_modules/.test(file)),
      name,
    ).toEqual([]);
    const { stdout: manifest } = await run("tar", ["-xzOf", tarball, "package/package.json"]);
    expect(manifest, name).not.toMatch(/workspace:|catalog:/);
  }
});

test.concurrent(
  "every entry of the libraries imports under plain node, with code generation switched off",
  async () => {
    const libraries = packed.filter(({ specifiers }) => specifiers.length > 0);
    const specifiers = libraries.flatMap((library) => library.specifiers);
    const there = path.join(folder, "libraries");
    await installTarballs(there, libraries, packed);
    const script =
      "const names = {}; " +
      `for (const entry of ${JSON.stringify(specifiers)}) names[entry] = Object.keys(await import(entry)).length; ` +
      "console.log(JSON.stringify(names));";
    const { stdout, stderr } = await runIn(there, "node", [
      "--disallow-code-generation-from-strings",
      "--input-type=module",
      "--eval",
      script,
    ]);
    expect(stderr).toBe("");
    const names = JSON.parse(stdout) as Readonly<Record<string, number>>;
    expect(Object.keys(names)).toEqual(specifiers);
    for (const [entry, count] of Object.entries(names)) expect(count, entry).toBeGreaterThan(0);
  },
);

test.concurrent("the command starts from its tarball and knows its version", async () => {
  const command = packed.filter(({ name }) => name === "gatehouse");
  const there = path.join(folder, "command");
  await installTarballs(there, command, packed);
  const { stdout } = await runIn(there, path.join(there, "node_modules/.bin/gatehouse"), ["--version"]);
  expect(stdout.trim()).toBe(command[0]?.version);
});

test.concurrent(
  "the command's bundle loads only the AI SDK from outside, and names what it contains",
  async () => {
    const tarball = packed.find(({ name }) => name === "gatehouse")?.tarball ?? "";
    const { stdout: list } = await run("tar", ["-tzf", tarball]);
    const bundle = list.split("\n").filter((file) => /\/dist\/(bin|chunk-[^/]*)\.js$/.test(file));
    expect(bundle).toContain("package/dist/bin.js");
    const { stdout: code } = await run("tar", ["-xzOf", tarball, ...bundle], { maxBuffer: 64 * 1024 * 1024 });
    const outside = [...code.matchAll(/\b(?:from|import|import\()\s*"([^".][^"]*)"/g)].map(
      ([, name = ""]) => name,
    );
    expect(outside.filter((name) => !/^(node:|ai$|@ai-sdk\/)/.test(name))).toEqual([]);
    const { stdout: licenses } = await run("tar", [
      "-xzOf",
      tarball,
      "package/dist/third-party-licenses.txt",
    ]);
    for (const name of ["chevrotain", "commander", "yaml", "zod"])
      expect(licenses).toMatch(new RegExp(`^${name} `, "m"));
  },
);
