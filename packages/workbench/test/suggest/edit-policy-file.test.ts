import { loadAll } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { addToFile, exceptInFile } from "../../src/suggest/edit-policy-file.js";

const CLAUSE = "params.command == \"git push --force-with-lease # 'x'\"";
const TESTS = [
  { event: { toolName: "Bash", params: { command: 'git push: "x"' } }, expect: "skip" },
  { event: { toolName: "Bash", params: { command: "a\nb" } }, expect: { applies: true } },
];

const file = (policy: string): string => `# Ours.\nversion: 1\npolicies:\n${policy}\n  # The end.\n`;
const policyOf = (when: string, more = ""): string =>
  `  - id: force # it\n    events: before_tool_call\n${when}    deny: no # never\n${more}`;

/** What a file says, and what is wrong with it. */
function read(text: string): { readonly whens: unknown; readonly issues: unknown; readonly tests: number } {
  const { policies, issues, tests } = loadAll([{ path: "p.yaml", text }]);
  return { whens: policies.map(({ condition }) => condition?.text), issues, tests: tests.length };
}

describe("an exception in a policy file", () => {
  test.each([
    ["none", "", `!(${CLAUSE})`],
    [
      "plain",
      '    when: params.command.includes("push") # c\n',
      `params.command.includes("push") && !(${CLAUSE})`,
    ],
    ["or", "    when: has(params.a) || has(params.b)\n", `(has(params.a) || has(params.b)) && !(${CLAUSE})`],
    ["quoted", "    when: '!has(params.a)'\n", `!has(params.a) && !(${CLAUSE})`],
    [
      "two lines",
      "    when: has(params.a)\n      || has(params.b)\n",
      `(has(params.a) || has(params.b)) && !(${CLAUSE})`,
    ],
    [
      "folded",
      "    when: >-\n      has(params.a)\n      || has(params.b)\n",
      `(has(params.a) || has(params.b)) && !(${CLAUSE})`,
    ],
    ["literal", "    when: |\n      has(params.a)\n", `has(params.a)\n&& !(${CLAUSE})\n`],
  ])("%s: the condition is the old one and not the clause, and no other line changes", (_, when, said) => {
    const text = file(policyOf(when));
    const edited = exceptInFile(text, "force", CLAUSE, TESTS);
    if (edited.kind === "refused") throw new Error(edited.why);
    expect(read(edited.text)).toEqual({ whens: [said], issues: [], tests: 2 });
    const lines = new Set(edited.text.split("\n"));
    const kept = text.split("\n").filter((line) => !/when|has\(/.test(line));
    expect(kept.filter((line) => !lines.has(line))).toEqual([]);
  });

  test("tests are put behind those that are there", () => {
    const more =
      "    tests:\n      - event: { toolName: Bash, params: {} }\n        expect: deny\n\n  - id: other\n    events: before_tool_call\n    deny: x\n";
    const edited = exceptInFile(file(policyOf("", more)), "force", CLAUSE, TESTS);
    if (edited.kind === "refused") throw new Error(edited.why);
    expect(read(edited.text)).toMatchObject({ whens: [`!(${CLAUSE})`, undefined], issues: [], tests: 3 });
  });

  test.each([
    ["braces", "version: 1\npolicies:\n  - { id: force, events: before_tool_call, deny: no }\n"],
    ["two of the name", file(policyOf("") + policyOf(""))],
    [
      "an alias",
      "version: 1\npolicies:\n  - id: force\n    events: before_tool_call\n    description: &a has(b)\n    when: *a\n    deny: no\n",
    ],
    ["not YAML", "{"],
  ])("%s: refused", (_, text) => {
    expect(exceptInFile(text, "force", CLAUSE, TESTS).kind).toBe("refused");
  });
});

describe("a policy that a file gets", () => {
  const POLICY = { id: "new", events: "before_tool_call", tools: "Bash", when: CLAUSE, ask: "sure?" };

  test.each([
    ["no file", null, 1],
    ["behind the others", file(policyOf("")), 2],
    ["without a last line end", "version: 1\npolicies:\n- id: a\n  events: before_tool_call\n  deny: x", 2],
    [
      "before other keys",
      "version: 1\npolicies:\n  - id: a\n    events: before_tool_call\n    deny: x\ntests:\n  - event: { event: before_tool_call, toolName: x, params: {} }\n    expect: deny\n",
      2,
    ],
  ])("%s", (_, text, count) => {
    const edited = addToFile(text, POLICY, TESTS);
    if (edited.kind === "refused") throw new Error(edited.why);
    const { whens, issues } = read(edited.text);
    expect(issues).toEqual([]);
    expect(whens).toHaveLength(count);
    expect(whens).toContain(CLAUSE);
    if (text !== null) for (const line of text.split("\n")) expect(edited.text.split("\n")).toContain(line);
  });
});
