import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sourceConditions } from "../../tools/source-conditions.js";

let folder: string;
let script: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-pollution-"));
  const bundled = await rolldown({
    input: fileURLToPath(new URL("pollution/child.ts", import.meta.url)),
    platform: "node",
    resolve: { conditionNames: [...sourceConditions] },
    logLevel: "warn",
  });
  script = join(folder, "child.mjs");
  await bundled.write({ file: script, format: "esm" });
  await bundled.close();
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What differs when something is put into `Object.prototype`, in a process of its own. */
function differing(engine: "real" | "inherits"): readonly string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, engine], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as readonly string[];
}

describe("law: what objects inherit decides nothing, put there before or after loading (S11)", () => {
  test("every key of policies, handlers, options, verdicts and decisions (S11)", () => {
    expect(differing("real")).toEqual([]);
  }, 600_000);

  test("an engine whose policies inherit is caught (S11)", () => {
    const found = differing("inherits");
    expect(found.some((one) => one.startsWith("onFailure = ignore, after loading"))).toBe(true);
    expect(
      found.some((one) => one.startsWith("condition = a condition that never holds, after loading")),
    ).toBe(true);
    expect(found.some((one) => one.startsWith("uses = a list, after loading"))).toBe(true);
  }, 600_000);
});
