import { expect, test } from "vitest";

import { runTrial } from "../src/model/run-trial.js";
import { NO_AGENT } from "../src/model/trial.js";

const EVENT = { event: "before_tool_call", toolName: "Bash", params: { command: "ls" } };

/** What the page would have to draw, in characters. */
function drawn(policies: string, event: object): number {
  const trial = {
    policies,
    event: JSON.stringify(event),
    agent: NO_AGENT,
    interactive: true,
    supposed: {},
  };
  const result = runTrial(trial);
  expect(result.answer.kind).toBe("decided");
  return JSON.stringify(result).length;
}

function policies(count: number, rest: string): string {
  const all = Array.from(
    { length: count },
    (_, at) => `  - {id: p${at}, events: before_tool_call, ${rest}}\n`,
  );
  return `version: 1\npolicies:\n${all.join("")}`;
}

test("what the page draws is bounded: many policies, long texts, large conditions", () => {
  const long = "x".repeat(2000);
  const tests = Array.from({ length: 50 }, () => `params.command.includes("a")`).join(" || ");
  const sizes = [
    drawn(policies(1, "deny: no"), { ...EVENT, params: { command: "ls ".repeat(10_000) } }),
    drawn(policies(150, "warn: no"), EVENT),
    drawn(policies(130, `warn: ${long}`), EVENT),
    drawn(policies(45, `when: '${tests}', deny: no`), EVENT),
    drawn(policies(1, "deny: no"), { ...EVENT, params: { a: Array.from({ length: 20_000 }, () => 1) } }),
  ];
  for (const size of sizes) expect(size).toBeLessThan(600_000);
});

test("the policy that decided is shown, however many come before it", () => {
  const many = policies(150, "warn: no");
  const { answer } = runTrial({
    policies: `${many}  - {id: last, events: before_tool_call, deny: no}\n`,
    event: JSON.stringify(EVENT),
    agent: NO_AGENT,
    interactive: true,
    supposed: {},
  });
  if (answer.kind !== "decided") throw new Error(answer.why.message);
  expect(answer.policy).toBe("last");
  expect(answer.policies.map(({ id }) => id)).toContain("last");
  expect(answer.policies.length + answer.omitted).toBe(151);
});
