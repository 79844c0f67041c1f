// One case of each class; `pnpm frameworks` runs all of them, against all frameworks.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { SUITE_CASES } from "./cases/index.js";
import { driver as aiSdk } from "./drivers/ai-sdk.js";
import { driver as claudeAgentSdk } from "./drivers/claude-agent-sdk.js";
import { driver as mcp } from "./drivers/mcp.js";
import { SUITE_EXCEPTIONS, exceptionOf } from "./exceptions.table.js";
import { runSuiteCase } from "./run-case.js";

const DRIVERS = { "ai-sdk": aiSdk, "claude-agent-sdk": claudeAgentSdk, mcp };
/** Results in 49 disguises are tried in packages/core. */
const CASES = SUITE_CASES.filter((one, at) => {
  const first = SUITE_CASES.findIndex((other) => other.class === one.class);
  return first === at && one.class !== "49 disguises";
});

describe.each(Object.entries(DRIVERS))("%s", (framework, driver) => {
  test.each(CASES.filter(({ name }) => exceptionOf(framework, name) === undefined))(
    "$class: $name",
    async (one) => {
      expect(await runSuiteCase(driver, one)).toEqual([]);
    },
  );
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
