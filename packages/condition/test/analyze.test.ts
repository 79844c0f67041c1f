import { analyze, parse } from "@gatehouse-hooks/condition";
import type { Analysis } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

function analysis(text: string): Analysis {
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(JSON.stringify(issues));
  return analyze(ast);
}

const exec = { path: ["toolName"], operator: "==", value: "exec" };
const read = { path: ["toolName"], operator: "==", value: "read" };
const push = { path: ["params", "command"], operator: "includes", value: "push" };
const rm = { path: ["params", "command"], operator: "startsWith", value: "rm" };
const heavy = "items.any(x, x == 1)";

test.each([
  ['toolName == "exec"', [exec], []],
  ['"exec" == toolName', [exec], []],
  ['(toolName == "exec")', [exec], []],
  ['!!(toolName == "exec")', [exec], []],
  ['!(toolName != "exec")', [exec], []],
  ['toolName != "exec"', [], []],
  ['!(toolName == "exec")', [], []],
  ['toolName == "exec" && params.command.includes("push")', [exec, push], []],
  ['!(toolName != "exec" || !params.command.includes("push"))', [exec, push], []],
  ['toolName == "exec" || toolName == "read"', [], [[exec, read]]],
  ['!(toolName != "exec" && toolName != "read")', [], [[exec, read]]],
  ['toolName in ["exec", "read"]', [], [[exec, read]]],
  ["toolName in [agentId]", [], []],
  ["toolName in []", [], []],
  [
    'toolName == "exec" && (params.command.includes("push") || params.command.startsWith("rm"))',
    [exec],
    [[push, rm]],
  ],
  ['toolName == "exec" && x || toolName == "read"', [], [[exec, read]]],
  ['toolName == "exec" || x', [], []],
  ["params.n > 2", [{ path: ["params", "n"], operator: ">", value: 2 }], []],
  ["2 >= params.n", [{ path: ["params", "n"], operator: "<=", value: 2 }], []],
  ["params.items[0] == null", [{ path: ["params", "items", 0], operator: "==", value: null }], []],
  ["params.n < 2", [{ path: ["params", "n"], operator: "<", value: 2 }], []],
  ["params.n <= 2", [{ path: ["params", "n"], operator: "<=", value: 2 }], []],
  ["2 < params.n", [{ path: ["params", "n"], operator: ">", value: 2 }], []],
  ["2 <= params.n", [{ path: ["params", "n"], operator: ">=", value: 2 }], []],
  ["2 > params.n", [{ path: ["params", "n"], operator: "<", value: 2 }], []],
  ['toolName.endsWith("c")', [{ path: ["toolName"], operator: "endsWith", value: "c" }], []],
  ["toolName.endsWith(1)", [], []],
  ['"abc".includes("b") && toolName == "exec"', [exec], []],
  ['toolName in ["exec", agentId]', [], []],
  ['"exec" in ["exec", "read"]', [], []],
  ['toolName.matches("exec")', [], []],
  ['toolName.glob("exec")', [], []],
  ['has(toolName) && toolName == "exec"', [exec], []],
  ['(x) && toolName == "exec"', [exec], []],
  ["toolName.includes(agentId)", [], []],
  ['toolName.lower() == "exec"', [], []],
  ["toolName", [], []],
  // What stands behind a part that may run out of budget does not decide.
  [`toolName == "exec" && ${heavy}`, [exec], []],
  [`${heavy} && toolName == "exec"`, [], []],
  [`toolName == "exec" && ${heavy} && params.command.includes("push")`, [exec], []],
  ['a == b && toolName == "exec"', [], []],
  ['toolName in tags && toolName == "exec"', [], []],
  ['toolName.matches("e") && toolName == "exec"', [], []],
  ['a == 1 && toolName == "exec"', [{ path: ["a"], operator: "==", value: 1 }, exec], []],
  // A variable is no path.
  ['items.any(toolName, toolName == "exec")', [], []],
] as const)("%s requires", (text, required, covers) => {
  expect(analysis(text)).toMatchObject({ required, covers });
});

test.each([
  ["toolName", [["toolName"]]],
  [
    'params.a["b c"][0].d == params.a',
    [
      ["params", "a", "b c", 0, "d"],
      ["params", "a"],
    ],
  ],
  ["a && a && !a", [["a"]]],
  ["has(a.b) || a.c.lower() in [d, e.f]", [["a", "b"], ["a", "c"], ["d"], ["e", "f"]]],
  ["items.any(x, x.y == z && x.all(y, y == x))", [["items"], ["z"]]],
  ["items.any(x, x) && x", [["items"], ["x"]]],
  ["[a.b][0].c", [["a", "b"]]],
  ['true || "a" == "b"', []],
])("%s reads", (text, paths) => {
  expect(analysis(text).paths).toEqual(paths);
});

test.each([
  ["", "always"],
  ["true", "always"],
  ["!true", "never"],
  ['"a" == "b"', "never"],
  ["1 < 2 && 2 < 3", "always"],
  ["a || true", "always"],
  ["a && false", "never"],
  ["!(a && false)", "always"],
  ["a || false", null],
  ["a", null],
  ["[1, 2].any(x, x == 2)", null],
  ['"abc".includes("b")', "always"],
  ["([])", "always"],
  // The part before may run out of budget.
  [`${heavy} && false`, null],
  [`false && ${heavy}`, "never"],
])("%s holds", (text, constant) => {
  expect(analysis(text).constant).toBe(constant);
});

test("the cost grows with the work", () => {
  const costs = ["a", "a && b", 'a && b.matches("x")', "a.any(x, x && b)", "a.any(x, a.any(y, x == y))"].map(
    (text) => analysis(text).cost,
  );
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  expect(new Set(costs).size).toBe(costs.length);
});

test("a pattern costs as much as sixteen plain tests, and so does a body", () => {
  const cost = (text: string): number => analysis(text).cost;
  expect(cost('a.matches("x")') - cost('a.includes("x")')).toBe(15);
  expect(cost('a.glob("x")')).toBe(cost('a.matches("x")'));
  expect(cost("a.all(x, b)")).toBe(cost("a.any(x, b)"));
  expect(cost("a.any(x, b && c)") - cost("a.any(x, b)")).toBe(16 * (cost("b && c") - cost("b")));
  // What is gone through is found once.
  expect(cost("a.lower().any(x, b)") - cost("a.any(x, b)")).toBe(cost("a.lower()") - cost("a"));
});
