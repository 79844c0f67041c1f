import { spawnSync } from "node:child_process";
import path from "node:path";

import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

test("no decision runs through more files than its bound, and files that are only imported do not count", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--conditions=@gatehouse-hooks/source", "tools/hops.ts", "--files"],
    { cwd: root, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
  const [first = "", second = ""] = stdout.split(/^(?=\S)/m).slice(1);
  expect(first).toMatch(/^static deny: read, decide/);
  expect(first).toContain("engine/src/step.ts");
  // Policies are compiled before an event arrives.
  expect(first).not.toContain("engine/src/compile-policies.ts");
  expect(first).not.toContain("runtime/");
  expect(second).toContain("runtime/src/create-runtime.ts");
});
