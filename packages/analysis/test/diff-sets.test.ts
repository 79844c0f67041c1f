import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { analyzePolicies, diffSets } from "../src/index.js";
import { policy } from "./policy.js";

function diff(before: readonly PolicyDefinition[], after: readonly PolicyDefinition[]): readonly string[] {
  const { differences, unknown } = diffSets(compilePolicies(before).set, compilePolicies(after).set);
  return [
    ...differences.map(
      ({ before: was, after: is, loosens, witness }) =>
        `${was.effect} ${was.policy ?? "-"} → ${is.effect} ${is.policy ?? "-"}${loosens ? " looser" : ""}: ${JSON.stringify(witness["params"])}`,
    ),
    ...unknown.map((one) => `unknown ${one.policy.id}`),
  ];
}

const rm = policy("rm", "deny", 'params.command.startsWith("rm")');
const force = policy("force", "deny", 'params.command.includes("--force")');
const push = policy("push", "ask", 'params.command.startsWith("git push")');

test.each<[string, readonly PolicyDefinition[], readonly PolicyDefinition[], readonly string[]]>([
  ["nothing", [rm, push], [push, rm], []],
  ["one is gone", [rm, push], [push], ['deny rm → abstain - looser: {"command":"rm"}']],
  ["one is new", [push], [rm, push], ['abstain - → deny rm: {"command":"rm"}']],
  ["one is gone that another one covers", [rm, policy("all", "deny", "")], [policy("all", "deny", "")], []],
  [
    "one is gone, and another one asks for part of it",
    [force, push],
    [push],
    [
      'deny force → abstain - looser: {"command":"--force"}',
      'deny force → ask push looser: {"command":"git push--force"}',
    ],
  ],
  [
    "one is narrower",
    [rm],
    [policy("rm", "deny", 'params.command.startsWith("rm -r")')],
    ['deny rm → abstain - looser: {"command":"rm"}'],
  ],
  ["one is written differently", [rm], [policy("rm", "deny", '!(!params.command.startsWith("rm"))')], []],
  [
    "one that is for every event asks where it denied, behind another one",
    [policy("all", "deny", ""), policy("first", "deny", "params.a != []", { priority: 200 })],
    [policy("all", "ask", ""), policy("first", "deny", "params.a != []", { priority: 200 })],
    ['deny all → ask all looser: {"a":[]}'],
  ],
  [
    "one is gone that hears of some calls only what another one has written into them",
    [
      policy("change", "approve", "params.b.any(x, x != 0)", {
        handler: { kind: "static", verdict: "approve", reason: "change", updatedInput: { b: "x" } },
      }),
      policy("stop", "deny", "params.b.any(x, x != 0) || params.b >= 0"),
    ],
    [
      policy("change", "approve", "params.b.any(x, x != 0)", {
        handler: { kind: "static", verdict: "approve", reason: "change", updatedInput: { b: "x" } },
      }),
    ],
    ['deny stop → abstain - looser: {"b":0}'],
  ],
  [
    "one asks where it denied",
    [rm],
    [policy("rm", "ask", 'params.command.startsWith("rm")')],
    ['deny rm → ask rm looser: {"command":"rm"}'],
  ],
  [
    "a wider warning",
    [policy("a", "warn", "params.n == 1")],
    [policy("a", "warn", "params.n == 1 || params.n == 3")],
    ['abstain - → abstain -: {"n":3}'],
  ],
  [
    "two warnings are gone",
    [policy("a", "warn", "params.n == 1"), policy("b", "warn", "params.n == 2")],
    [],
    ['abstain - → abstain -: {"n":1}', 'abstain - → abstain -: {"n":2}'],
  ],
])("%s", (_, before, after, expected) => {
  expect(diff(before, after)).toEqual(expected);
});

describe("facts", () => {
  /** A program whose facts are the words of its command. */
  const derive = {
    version: "words",
    facts: ({ params }: JsonObject): object => {
      const command = (params as JsonObject | undefined)?.["command"];
      return { words: typeof command === "string" ? command.split(" ") : [] };
    },
  };
  const before = compilePolicies([policy("a", "deny", '"rm" in facts.words')], { derive }).set;
  const after = compilePolicies([], { derive }).set;
  const thought: JsonObject[] = [];
  const examples = (event: JsonObject): readonly JsonObject[] => {
    thought.push(event);
    const { facts: _, ...rest } = event;
    return ["ls", "rm x"].map((command) => ({ ...rest, toolName: "Bash", params: { command } }));
  };

  test("without examples nothing is known, and with them an event that both sets have decided", () => {
    expect(diffSets(before, after).unknown).toHaveLength(1);
    const { differences, unknown } = diffSets(before, after, { examples });
    expect(unknown).toEqual([]);
    expect(differences.map(({ witness }) => witness["params"])).toEqual([{ command: "rm x" }]);
    expect(thought[0]?.["facts"]).toEqual({ words: ["rm"] });
  });

  test("a finding is shown with such an event", () => {
    const { set } = compilePolicies(
      [
        policy("a", "deny", '"rm" in facts.words', { order: 1 }),
        policy("b", "ask", '"rm" in facts.words', { order: 2 }),
      ],
      { derive },
    );
    expect(analyzePolicies(set, { examples }).findings).toMatchObject([
      { kind: "shadowed", witness: { params: { command: "rm x" } } },
    ]);
  });
});
