import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  loadPolicySet,
  readEvent,
  savePolicySet,
  policiesOf,
} from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { definitionOf } from "./row-policy.js";

const { set } = compilePolicies([
  definitionOf({ id: "force", say: "deny", when: 'params.command.includes("--force")' }),
  definitionOf({ id: "ask", judge: true, matcher: 'toolName == "exec"' }),
  definitionOf({ id: "broken", say: "warn", when: "params.command ==", events: ["after_tool_call"] }),
  {
    ...definitionOf({ id: "off", say: "deny" }),
    enabled: false,
    tier: "enforced",
    source: { path: "a.md", line: 3 },
  },
]);

function event(command: string): Parameters<typeof decide>[1] {
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: { command } });
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

test("a stored set comes back the same, also from bytes", () => {
  const text = savePolicySet(set);
  for (const stored of [text, new TextEncoder().encode(text)]) {
    const loaded = loadPolicySet(stored);
    expect(policiesOf(loaded.set)).toEqual(policiesOf(set));
    expect(loaded.issues.map((issue) => issue.code)).toEqual(["condition-unparsed"]);
    for (const command of ["git push --force", "ls"]) {
      expect(decide(loaded.set, event(command))).toEqual(decide(set, event(command)));
    }
  }
});

test("a condition that was tampered with applies always", () => {
  const text = savePolicySet(set).replace('"method":"includes"', '"method":"eval"');
  const { set: loaded, issues } = loadPolicySet(text);
  expect(issues.map((issue) => issue.code)).toContain("invalid-ast");
  expect(decide(loaded, event("ls")).effect).toBe("deny");
});

test("a nested condition as deep as the language allows survives", () => {
  const deep = condition(`${"!(".repeat(45)}a == 1${")".repeat(45)}`);
  expect(deep.issues).toEqual([]);
  const stored = compilePolicies([
    { ...definitionOf({ id: "deep", say: "deny" }), condition: deep.condition },
  ]);
  expect(stored.issues).toEqual([]);
  expect(loadPolicySet(savePolicySet(stored.set)).issues).toEqual([]);
});

test.each([
  ["", "json"],
  ["not JSON", "json"],
  ["7", "expected an object"],
  ["null", "expected an object"],
  ["[]", "expected an object"],
  ["{}", "expected version 1"],
  ['{"version":2,"policies":[]}', "expected version 1"],
  ['{"version":1}', "expected a list of policies"],
  ['{"version":1,"policies":{}}', "expected a list of policies"],
])("%j is no stored policy set", (text, problem) => {
  const { set: refusing, issues } = loadPolicySet(text);
  expect(policiesOf(refusing).map(({ id }) => id)).toEqual(["load-error:"]);
  expect(issues).toHaveLength(1);
  expect(issues[0]?.severity).toBe("error");
  if (problem === "json") expect(issues[0]?.code).toMatch(/^json-/);
  else {
    expect(issues[0]).toMatchObject({
      code: "invalid-policy-set",
      message: `not a stored policy set: ${problem}`,
    });
  }
});
