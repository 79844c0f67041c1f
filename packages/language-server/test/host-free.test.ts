import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scanSource } from "../../../tools/imports/scan-source.js";

const src = path.resolve(import.meta.dirname, "../src");

test("the language service needs nothing of Node, so that a page in a browser can use it", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const service = files.filter((file) => !file.startsWith(`server${path.sep}`));
  expect(service.length).toBeGreaterThan(15);
  const needed = service.flatMap((file) =>
    scanSource(readFileSync(path.join(src, file), "utf8"), file)
      .imports.map(({ specifier }) => specifier)
      .filter((specifier) => /^node:|^vscode-|\/server\//.test(specifier))
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(needed).toEqual([]);
});
