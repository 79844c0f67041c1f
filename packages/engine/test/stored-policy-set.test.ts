import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  loadPolicySet,
  readEvent,
  savePolicySet,
  policiesOf,
} from "@gatehouse-hooks/engine";
import { parseJsonObject } from "@gatehouse-hooks/json";
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

/** Changes of the text of a set whose ASTs may not be taken as they are, and whether it is read at all. */
test.each<readonly [string, string, string, boolean]>([
  ["a key twice", '"method":"includes"', '"method":"includes","method":"includes"', false],
  ["a node's kind twice", '"kind":"call"', '"kind":"name","kind":"call"', false],
  ["half of a surrogate pair", '"value":"--force"', String.raw`"value":"\ud800"`, false],
  ["a number without end", '"value":"--force"', '"value":1e999', false],
  ["a rounded number", '"value":"--force"', '"value":9007199254740993', false],
  ["minus zero", '"value":"exec"', '"value":-0', true],
  ["a key more", '"method":"includes"', '"more":{"a":[1]},"method":"includes"', true],
  ["`__proto__`", '"method":"includes"', '"__proto__":{"method":"lower"},"method":"includes"', true],
  ["another order", '"kind":"call","method":"includes"', '"method":"includes","kind":"call"', true],
  [
    "an AST where none belongs",
    '"kind":"static"',
    '"ast":{"kind":"name","name":"a","span":[0,1]},"kind":"static"',
    true,
  ],
  ["white space", '"kind":"call"', ' "kind" :\t"call"', true],
])("%s in the text: the set is what its value makes, or refused", (_, from, to, isRead) => {
  const text = savePolicySet(set).replace(from, to);
  expect(text).not.toBe(savePolicySet(set));
  const loaded = loadPolicySet(text);
  const read = parseJsonObject(text, { maxDepth: 300 });
  expect(read.issue === undefined).toBe(isRead);
  if (read.issue !== undefined) {
    expect(loaded.issues).toEqual([read.issue]);
    expect(decide(loaded.set, event("ls")).effect).toBe("deny");
    return;
  }
  const compiled = compilePolicies(read.value["policies"] as readonly unknown[]);
  expect(loaded.issues).toEqual(compiled.issues);
  expect(JSON.stringify(policiesOf(loaded.set))).toBe(JSON.stringify(policiesOf(compiled.set)));
});

test("policies of a stored set are frozen through and through, and nothing in them inherits", () => {
  for (const policy of policiesOf(loadPolicySet(savePolicySet(set)).set)) {
    expect(isFrozen(policy)).toBe(true);
    for (const part of [policy, policy.handler]) expect(Reflect.has(part, "constructor")).toBe(false);
  }
});

function isFrozen(value: unknown): boolean {
  return (
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  );
}

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
