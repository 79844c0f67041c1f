import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { bundleBlocks } from "./bundle-blocks.js";
import { codeBlocks } from "./code-blocks.js";
import { brokenLinks, documents } from "./documents.js";
import { runFile, runShell } from "./run-block.js";

// Each example is a process of its own.
vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

const root = path.resolve(import.meta.dirname, "../..");
// Inside the workspace, so that examples import the packages by name.
mkdirSync(path.join(root, "tmp"), { recursive: true });
const folder = mkdtempSync(path.join(root, "tmp", "docs-"));
const bin = path.join(folder, "bin");
/** What runs an example. */
let programOf: (file: string) => string;

const read = documents().map((document) => ({ ...document, ...codeBlocks(document.text) }));
const examples = read.flatMap(({ name, blocks }) =>
  blocks.map((block) => ({
    where: `${name}:${block.line}`,
    file: path.join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}-${block.line}.ts`),
    block,
  })),
);

beforeAll(async () => {
  await mkdir(bin);
  for (const { file, block } of examples) if (block.kind === "ts") await writeFile(file, block.code);
  const sources = examples.filter(({ block }) => block.kind === "ts").map(({ file }) => file);
  programOf = await bundleBlocks(sources, path.join(folder, "bundled"));
  const command = path.join(root, "packages/cli/dist/bin.js");
  await symlink(command, path.join(bin, "gatehouse"));
  await chmod(command, 0o755).catch(() => {
    // Not built: the examples that need it say so.
  });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("outputs and continued blocks follow what they belong to", () => {
  const problems = read.flatMap(({ name, problems: found }) =>
    found.map((at) => `${name}:${at.line}: ${at.message}`),
  );
  expect(problems).toEqual([]);
});

test("links lead to files that exist", () => {
  expect(
    read.flatMap((document) => brokenLinks(document).map((link) => `${document.name}: ${link}`)),
  ).toEqual([]);
});

test("examples type-check", async () => {
  const config = {
    extends: path.join(root, "tsconfig.base.json"),
    compilerOptions: {
      rootDir: root,
      noEmit: true,
      composite: false,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      isolatedDeclarations: false,
      noUnusedLocals: false,
      moduleDetection: "force",
      types: ["node"],
      typeRoots: [path.join(root, "node_modules/@types")],
    },
    include: ["*.ts"],
  };
  if (!examples.some(({ block }) => block.kind === "ts")) return;
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const { stdout } = await promisify(execFile)(tsc, ["-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout.split("\n").filter((line) => line.startsWith("tmp/docs-"))).toEqual([]);
});

describe.concurrent("examples run and print what the document says", () => {
  test.for(examples)("$where", async ({ file, block }) => {
    const { stdout, stderr, exitCode } =
      block.kind === "ts" ? await runFile(programOf(file)) : await runShell(block.code, bin);
    expect(exitCode, stderr).toBe(block.exitCode);
    if (block.output !== undefined) expect(tidy(stdout)).toBe(tidy(block.output));
  });
});

function tidy(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, "").trim();
}
