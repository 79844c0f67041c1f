import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { codeBlocks } from "./code-blocks.js";
import { brokenLinks, documents } from "./documents.js";
import { exampleFolder, examplesOf, root, writeSources } from "./examples.js";

test("outputs and continued blocks follow what they belong to", () => {
  const problems = documents().flatMap(({ name, text }) =>
    codeBlocks(text).problems.map((at) => `${name}:${at.line}: ${at.message}`),
  );
  expect(problems).toEqual([]);
});

test("links lead to files that exist", () => {
  expect(
    documents().flatMap((document) => brokenLinks(document).map((link) => `${document.name}: ${link}`)),
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
  const folder = exampleFolder();
  try {
    const sources = await writeSources(examplesOf(documents(), folder));
    expect(sources.length).toBeGreaterThan(10);
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = path.join(root, "node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(tsc, ["-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout.split("\n").filter((line) => line.startsWith("tmp/docs-"))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
