import { mkdirSync, mkdtempSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { bundleBlocks } from "./bundle-blocks.js";
import { type CodeBlock, codeBlocks } from "./code-blocks.js";
import { type Document, documents } from "./documents.js";
import { runFile, runShell } from "./run-block.js";

/** The root of the workspace, in which examples run. */
export const root = path.resolve(import.meta.dirname, "../..");

/** An executed block, and the file that a `ts` block becomes. */
export interface Example {
  readonly where: string;
  readonly file: string;
  readonly block: CodeBlock;
}

/** A folder inside the workspace, so that examples import the packages by name. */
export function exampleFolder(): string {
  mkdirSync(path.join(root, "tmp"), { recursive: true });
  return mkdtempSync(path.join(root, "tmp", "docs-"));
}

/** The examples of documents, as files of a folder. */
export function examplesOf(texts: readonly Document[], folder: string): readonly Example[] {
  return texts.flatMap(({ name, text }) =>
    codeBlocks(text).blocks.map((block) => ({
      where: `${name}:${block.line}`,
      file: path.join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}-${block.line}.ts`),
      block,
    })),
  );
}

/** Writes the `ts` blocks, and returns their files. */
export async function writeSources(examples: readonly Example[]): Promise<readonly string[]> {
  const written = examples.filter(({ block }) => block.kind === "ts");
  for (const { file, block } of written) await writeFile(file, block.code);
  return written.map(({ file }) => file);
}

/** Tests that run the examples of some documents: each has to end, and to print, as its document says. */
export function testExamples(isChosen: (document: string) => boolean): void {
  // Each example is a process of its own.
  vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });
  const folder = exampleFolder();
  const bin = path.join(folder, "bin");
  const examples = examplesOf(
    documents().filter(({ name }) => isChosen(name)),
    folder,
  );
  /** What runs an example. */
  let programOf: (file: string) => string;

  beforeAll(async () => {
    await mkdir(bin);
    programOf = await bundleBlocks(await writeSources(examples), path.join(folder, "bundled"));
    const command = path.join(root, "packages/cli/dist/bin.js");
    await symlink(command, path.join(bin, "gatehouse"));
    await chmod(command, 0o755).catch(() => {
      // Not built: the examples that need it say so.
    });
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  describe.concurrent("examples run and print what the document says", () => {
    test.for(examples)("$where", async ({ file, block }) => {
      const { stdout, stderr, exitCode } =
        block.kind === "ts" ? await runFile(programOf(file)) : await runShell(block.code, bin);
      expect(exitCode, stderr).toBe(block.exitCode);
      if (block.output !== undefined) expect(tidy(stdout)).toBe(tidy(block.output));
    });
  });
}

function tidy(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, "").trim();
}
