import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { OutputChunk } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as onNode from "@gatehouse-hooks/cache";

let folder: string;
let file: string;
let chunks: OutputChunk[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-browser-"));
  file = join(folder, "cache.mjs");
  const bundle = await rolldown({
    input: new URL("../src/index.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@gatehouse-hooks/source", "browser", "import", "default"] },
    logLevel: "warn",
  });
  const { output } = await bundle.write({ file, format: "esm" });
  chunks = output.filter((part) => part.type === "chunk");
  await bundle.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what a browser loads needs nothing of Node", () => {
  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual([]);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => id.endsWith("/sha256/noble.ts"))).toHaveLength(1);
  expect(modules.filter((id) => /src\/(file|redis)\/|sha256\/node|sealed-text/.test(id))).toEqual([]);
});

test("a browser makes the same keys, and its cache keeps answers", async () => {
  const inBrowser = (await import(pathToFileURL(file).href)) as typeof onNode;
  for (const context of [null, "é😀\ud800", { b: [1, { z: -0 }], a: "x".repeat(10_000) }]) {
    const parts = { event: "before_tool_call", body: "safe? \ud800", model: null, context };
    expect(inBrowser.verdictKey(parts)).toBe(onNode.verdictKey(parts));
  }
  const cache = inBrowser.createVerdictCache();
  const ask = (): Promise<onNode.CacheAnswer> =>
    cache.ask({ key: "k", scope: "global" }, async () => ({ kind: "deny", reason: "no" }));
  expect([(await ask()).source, (await ask()).source]).toEqual(["fresh", "cache"]);
});
