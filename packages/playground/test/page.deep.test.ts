import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { buildPage } from "../build/build-page.js";
import { tempDir } from "../../../test/temp-dir.js";

test("the page is one file of bounded size that may connect to nothing", async () => {
  const { file, gzipped } = await buildPage(path.resolve(import.meta.dirname, ".."), await tempDir());
  expect(gzipped).toBeLessThan(720_000);
  const html = readFileSync(file, "utf8");
  const [, policy = ""] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; worker-src blob:;/);
  expect(policy).not.toMatch(/connect-src|https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
  // The one script ends where the page says that it ends.
  expect(html.match(/<\/script/gi)).toHaveLength(1);
});
