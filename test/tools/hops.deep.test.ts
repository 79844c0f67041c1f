import { readFileSync } from "node:fs";
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
  expect(first).toMatch(/^static deny: payload, prepare, decide, speak/);
  expect(first).toContain("engine/src/step.ts");
  // Policies are compiled before an event arrives.
  expect(first).not.toContain("engine/src/compile-policies.ts");
  expect(first).not.toContain("runtime/");
  expect(second).toContain("runtime/src/create-runtime.ts");
  expect(filesOf(first)).toEqual(toured());
});

function filesOf(block: string): readonly string[] {
  return [...block.matchAll(/^ {2}(\S+)$/gm)].map(([, file = ""]) => file).toSorted();
}

/** The files that the tour in docs/architecture.md passes. */
function toured(): readonly string[] {
  const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const tour = page.slice(page.indexOf("## A tour"), page.indexOf("## Packages"));
  return [...tour.matchAll(/\(\.\.\/packages\/([^)]+)\)/g)].map(([, file = ""]) => file).toSorted();
}
