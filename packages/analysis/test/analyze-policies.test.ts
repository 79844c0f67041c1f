import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { analyzePolicies } from "../src/index.js";
import { policy } from "./policy.js";

function found(...policies: readonly PolicyDefinition[]): readonly string[] {
  const { set } = compilePolicies(policies);
  const { findings, unknown } = analyzePolicies(set);
  return [
    ...findings.map((one) => {
      const by = "by" in one ? one.by : "of" in one ? [one.of] : [];
      return [one.kind, one.policy.id, ...by.map(({ id }) => id).sort()].join(" ");
    }),
    ...unknown.map(({ policy: { id }, why }) => `unknown ${id}: ${why}`),
  ];
}

const RM = 'params.command.includes("rm -rf")';

test.each<[string, readonly PolicyDefinition[], readonly string[]]>([
  ["nothing to say", [policy("a", "deny", RM), policy("b", "deny", 'params.command.includes("dd ")')], []],
  ["a contradiction", [policy("a", "deny", `${RM} && params.command == "ls"`)], ["never a"]],
  ["a field of the wrong type", [policy("a", "deny", "params > 3")], ["never a"]],
  [
    "a name that is never there",
    [policy("a", "deny", 'toolName == "exec" && toolName == "bash"')],
    ["never a"],
  ],
  ["a tautology", [policy("a", "warn", "toolName == null || has(toolName)")], ["always a"]],
  [
    "shadowed by one",
    [policy("a", "deny", RM), policy("b", "ask", `${RM} && params.command.startsWith("sudo")`)],
    ["shadowed b a"],
  ],
  [
    "not shadowed by one behind it",
    [
      policy("a", "deny", RM, { priority: 1 }),
      policy("b", "ask", `${RM} && toolName == "x"`, { priority: 2 }),
    ],
    [],
  ],
  [
    "not shadowed where the input is written between",
    [
      policy("a", "deny", 'params.command.startsWith("rm")', { priority: 3 }),
      policy("b", "approve", 'params.command == "ls"', {
        priority: 2,
        handler: { kind: "static", verdict: "approve", reason: "b", updatedInput: { command: "rm" } },
      }),
      policy("c", "ask", 'params.command.startsWith("rm")', { priority: 1 }),
    ],
    [],
  ],
  [
    "shadowed by two together",
    [
      policy("a", "deny", 'params.command.startsWith("rm")'),
      policy("b", "deny", '!params.command.startsWith("rm") && params.n > 3'),
      policy("c", "warn", "params.n == 5"),
    ],
    ["shadowed c a b"],
  ],
  [
    "shadowed by the first of two that share an id",
    [
      policy("a", "deny", RM, { order: 1 }),
      policy("a", "deny", "params.n == 2", { order: 2 }),
      policy("b", "ask", `${RM} && params.command.startsWith("sudo")`, { order: 3 }),
    ],
    ["shadowed b a"],
  ],
  [
    "an allow that never wins",
    [
      policy("a", "allow", 'params.command == "git status"'),
      policy("b", "ask", 'params.command.startsWith("git")'),
    ],
    ["never-wins a b"],
  ],
  [
    "an allow that wins sometimes",
    [
      policy("a", "allow", 'params.command.startsWith("git")'),
      policy("b", "ask", 'params.command.startsWith("git p")'),
    ],
    [],
  ],
  [
    "the same twice",
    [
      policy("a", "warn", 'params.command.matches("^rm +-rf")'),
      policy("b", "warn", '!(!params.command.matches("^rm +-rf"))'),
    ],
    ["duplicate b a"],
  ],
  [
    "facts are free",
    [
      policy("a", "deny", 'facts.writes.any(w, w.touches("~/.ssh/**"))'),
      policy("b", "ask", 'facts.writes.any(w, w.touches("~/.ssh/**")) && params.command.includes("x")'),
      policy("c", "ask", 'facts.reads.any(w, w.touches("~/.ssh/**"))'),
    ],
    ["shadowed b a"],
  ],
])("%s", (_, policies, expected) => {
  expect(found(...policies)).toEqual(expected);
});
