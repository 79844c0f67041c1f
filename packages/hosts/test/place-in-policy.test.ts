import { load, placeInPolicy } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

const native = (when: string): string =>
  `version: 1\npolicies:\n  - id: first\n    events: before_tool_call\n    deny: no\n  - id: second\n    events: before_tool_call\n    tools: [Bash]\n${when}    deny: no\n`;

/** What a file has at the place of a character of a condition. */
function at(text: string, path: string, id: string, needle: string): string | undefined {
  const policy = load(text, { path }).policies.find((one) => one.id === id);
  const condition = policy?.condition?.text ?? "";
  const place =
    policy &&
    placeInPolicy(text, policy, { in: "condition", text: condition, offset: condition.indexOf(needle) });
  if (place === undefined) return undefined;
  const line = text.split(/\r?\n/)[place.line - 1] ?? "";
  return line.slice(place.column - 1, place.column - 1 + needle.length);
}

describe("where a character of a condition is in its file", () => {
  test.each([
    ["plain", native("    when: params.n > 3 || params.m > 4\n")],
    ["quoted", native(`    when: 'params.x == "it''s" || params.m > 4'\n`)],
    ["double quoted", native('    when: "params.x == \\"a\\" || params.m > 4"\n')],
    ["a block", native("    when: |\n      params.n > 3\n      || params.m > 4\n")],
    ["with other line ends", native("    when: params.n > 3 || params.m > 4\n").replaceAll("\n", "\r\n")],
  ])("native, %s", (_, text) => {
    expect(at(text, "a.yaml", "second", "params.m > 4")).toBe("params.m > 4");
  });

  test("Mayros", () => {
    const text = `---\nname: guard\nevents: before_tool_call\ncondition: 'toolName == "x" || params.m > 4'\n---\nIs it fine?\n`;
    expect(at(text, "guard.md", "guard", "params.m > 4")).toBe("params.m > 4");
  });

  test("JSON: where the condition begins", () => {
    const text = JSON.stringify({
      version: 1,
      policies: [{ id: "a", events: "before_tool_call", when: "params.m > 4", deny: "no" }],
    });
    expect(at(text, "a.json", "a", "params.m > 4")).toBe('"params.m > ');
  });
});

test("the name and the tools of a policy have places, too", () => {
  const text = native("");
  const { policies } = load(text, { path: "a.yaml" });
  const second = policies[1];
  if (second === undefined) throw new Error("expected a policy");
  expect(placeInPolicy(text, second)).toMatchObject({ line: 6, column: 9 });
  expect(placeInPolicy(text, second, { in: "matcher" })).toMatchObject({ line: 8, column: 12 });
  expect(placeInPolicy(text, second, { in: "condition", text: "", offset: 0 })).toBeUndefined();
});

test("two policies on one line are told apart by their names", () => {
  const text =
    '{"version":1,"policies":[{"id":"a","events":"prompt","deny":"no"},{"id":"b","events":"prompt","deny":"no"}]}';
  const columns = load(text, { path: "a.json" }).policies.map((one) => placeInPolicy(text, one)?.column);
  expect(columns).toEqual([text.indexOf('"a"') + 1, text.indexOf('"b"') + 1]);
});

test("a condition that the loader made has no place, its policy has", () => {
  const text =
    "agents:\n  root:\n    hooks:\n      pre_tool_use:\n        - matcher: shell\n          hooks:\n            - type: command\n              command: ls\n";
  const { policies } = load(text, { path: "a.yaml", format: "docker-agent" });
  const [policy] = policies;
  if (policy === undefined) throw new Error("expected a policy");
  expect(
    placeInPolicy(text, policy, { in: "condition", text: policy.condition?.text ?? "", offset: 0 }),
  ).toBeUndefined();
  expect(placeInPolicy(text, policy)?.line).toBe(policy.source?.line);
});
