// One case of each class, in one framework; `pnpm frameworks` runs all of them, against all frameworks.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SUITE_CASES } from "./cases/index.js";
import { driver as aiSdk } from "./drivers/ai-sdk.js";
import { driver as claudeAgentSdk } from "./drivers/claude-agent-sdk.js";
import { driver as mcp } from "./drivers/mcp.js";
import { SUITE_EXCEPTIONS, exceptionOf } from "./exceptions.table.js";
import { runSuiteCase } from "./run-case.js";

const DRIVERS = [
  ["ai-sdk", aiSdk],
  ["claude-agent-sdk", claudeAgentSdk],
  ["mcp", mcp],
] as const;
/** Results in 49 disguises are tried in packages/core. */
const CASES = SUITE_CASES.filter((one, at) => {
  const first = SUITE_CASES.findIndex((other) => other.class === one.class);
  return first === at && one.class !== "49 disguises";
});

/** Each framework in turn; where it cannot, the first. */
const EACH = CASES.map((one, at) => {
  const [name, driver] = DRIVERS[at % DRIVERS.length] ?? DRIVERS[0];
  const [framework, run] = exceptionOf(name, one.name) === undefined ? [name, driver] : DRIVERS[0];
  return { framework, run, one, about: `${one.class}: ${one.name}` };
});

test.each(EACH)("$framework: $about", async ({ run, one }) => {
  expect(await runSuiteCase(run, one)).toEqual([]);
});

test("each case has a name of its own, and there are at least 60", () => {
  expect(new Set(SUITE_CASES.map(({ name }) => name)).size).toBe(SUITE_CASES.length);
  expect(SUITE_CASES.length).toBeGreaterThanOrEqual(60);
});

test("what a framework cannot do is a case, and its reason is in docs/frameworks.md", () => {
  const names = new Set(SUITE_CASES.map(({ name }) => name));
  const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/frameworks.md"), "utf8");
  for (const { cases, why } of SUITE_EXCEPTIONS) {
    expect(cases.filter((name) => !names.has(name))).toEqual([]);
    for (const line of [...cases, why]) expect(page).toContain(line);
  }
});
