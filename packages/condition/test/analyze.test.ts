import { analyze, parse } from "@gatehouse-hooks/condition";
import type { Analysis } from "@gatehouse-hooks/condition";
import { foldUnit } from "@gatehouse-hooks/condition/compile";
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

/** What an atom is of the event's value itself, unless told. */
type Told = readonly [path: string, operator: string, value?: unknown, of?: string];

/** `params.items[].x`: the property of each element. */
function atom([path, operator, value = null, of = "value"]: Told): object {
  return {
    path: path.split(/\.|(?=\[\])/).map((key) => (key === "[]" ? null : key)),
    of,
    operator,
    value,
  };
}

const has = (path: string): object => atom([path, "has"]);
const manyItems = atom(["items", ">", 1_024, "size"]);

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
  ['toolName == "exec" || x', [], [[exec, has("x")]]],
  ["params.n > 2", [{ path: ["params", "n"], operator: ">", value: 2 }], []],
  ["2 >= params.n", [{ path: ["params", "n"], operator: "<=", value: 2 }], []],
  ["params.items[0] == null", [{ path: ["params", "items", 0], operator: "==", value: null }], []],
  ["params.n < 2", [{ path: ["params", "n"], operator: "<", value: 2 }], []],
  ["params.n <= 2", [{ path: ["params", "n"], operator: "<=", value: 2 }], []],
  ["2 < params.n", [{ path: ["params", "n"], operator: ">", value: 2 }], []],
  ["2 <= params.n", [{ path: ["params", "n"], operator: ">=", value: 2 }], []],
  ["2 > params.n", [{ path: ["params", "n"], operator: "<", value: 2 }], []],
  ['toolName.endsWith("c")', [{ path: ["toolName"], operator: "endsWith", value: "c" }], []],
  ["toolName.endsWith(1)", [has("toolName")], []],
  ['"abc".includes("b") && toolName == "exec"', [exec], []],
  ['toolName in ["exec", agentId]', [], []],
  ['"exec" in ["exec", "read"]', [], []],
  ['has(toolName) && toolName == "exec"', [has("toolName"), exec], []],
  ['(x) && toolName == "exec"', [has("x"), exec], []],
  ["toolName.includes(agentId)", [has("toolName")], []],
  ["toolName", [has("toolName")], []],
  // What is behind a part that may run out of budget decides only where that part does not.
  [`toolName == "exec" && ${heavy}`, [exec], [[atom(["items.[]", "==", 1]), manyItems]]],
  [
    `${heavy} && toolName == "exec"`,
    [],
    [
      [atom(["items.[]", "==", 1]), manyItems],
      [exec, manyItems],
    ],
  ],
  ['a == b && params.n < 2 && toolName == "exec"', [], []],
  ['params.n < 2 && a == b && toolName == "exec"', [atom(["params.n", "<", 2])], []],
  ['a == b && toolName == "exec"', [], []],
  ['toolName in tags && toolName == "exec"', [], []],
  ['a == 1 && toolName == "exec"', [{ path: ["a"], operator: "==", value: 1 }, exec], []],
  // A variable is an element, whatever its name.
  ['items.any(toolName, toolName == "exec")', [], [[atom(["items.[]", "==", "exec"]), manyItems]]],
] as const)("%s requires", (text, required, covers) => {
  expect(analysis(text)).toMatchObject({ required, covers });
});

const folded = (operator: string, value: string): object => atom(["s", operator, value, "folded"]);
const plain = (operator: string, value: unknown): object => atom(["s", operator, value]);
const sized = (operator: string, value: number): object => atom(["s", operator, value, "size"]);

test.each<[text: string, required: readonly object[], covers: readonly (readonly object[])[]]>([
  // In lower case: its own letters only.
  ['s.lower() == "exec"', [folded("==", "exec")], []],
  ['s.lower().includes("rm -rf")', [folded("includes", "rm -rf")], []],
  ['s.lower().startsWith("rm")', [folded("startsWith", "rm")], []],
  ['s.lower().endsWith(".env")', [folded("endsWith", ".env")], []],
  ['s.lower() in ["a", "b"]', [], [[folded("==", "a"), folded("==", "b")]]],
  ['s.lower() == "café au lait"', [folded("includes", " au lait")], []],
  ['s.lower().startsWith("café")', [folded("includes", "caf")], []],
  ['s.lower().includes("é")', [has("s")], []],
  ['s.lower().includes("")', [has("s")], []],
  ["s.lower() == null", [], []],
  ["s.lower() != null", [has("s")], []],
  ['s.lower() in ["a", null]', [], []],
  ["s.lower() == 1", [has("s")], []],
  ["s.lower()", [has("s")], []],
  // In upper case: `S` may be of `ß`, `I` of `ı`, `FI` of one letter.
  ['s.upper() == "RM"', [folded("==", "rm")], []],
  ['s.upper().startsWith("DROP TABLE")', [folded("includes", "drop ")], []],
  ['s.upper().includes("SSH")', [has("s")], []],
  ['s.upper().lower().includes("ssh-key")', [folded("includes", "-ke")], []],
  // Trimming takes the ends away.
  ['s.trim() == "exec"', [plain("includes", "exec")], []],
  ['s.trim().startsWith("rm")', [plain("includes", "rm")], []],
  ['s.trim().endsWith("rm")', [plain("includes", "rm")], []],
  ['s.lower().trim() == "exec"', [folded("includes", "exec")], []],
  // Numbers, strings in their order, sizes.
  ['s >= "m"', [plain(">=", "m")], []],
  ["s > true", [has("s")], []],
  ["s > params.n", [has("s")], []],
  ['s.lower() < "m"', [has("s")], []],
  ["s.size() > 10", [sized(">", 10)], []],
  ["10 > s.size()", [sized("<", 10)], []],
  ["s.size() == 0", [sized("==", 0)], []],
  ["s.size() in [1, 2]", [], [[sized("==", 1), sized("==", 2)]]],
  ["s.trim().size() > 10", [has("s")], []],
  // Presence.
  ["has(params.x.y)", [has("params.x.y")], []],
  ["!(s == null)", [has("s")], []],
  ["null != s", [has("s")], []],
  ["!has(s)", [], []],
  ['"abc".includes(s)', [has("s")], []],
  // Elements.
  ['"x" in s', [], [[atom(["s.[]", "==", "x"]), sized(">", 1_024)]]],
  ["s in params.list", [], []],
  ["s.any(e, e.x == 1)", [], [[atom(["s.[].x", "==", 1]), sized(">", 1_024)]]],
  ["s.all(e, e.x == 1)", [], [[atom(["s.[].x", "==", 1]), sized("<=", 0), sized(">", 1_024)]]],
  // A list without elements costs nothing to compare with; others may cost more than there is.
  ["s.any(e, e.y != [] && e.x == 1)", [], [[atom(["s.[].x", "==", 1]), sized(">", 1_024)]]],
  ["s.any(e, e.y != [1] && e.x == 1)", [], []],
  ["s.any(e, !e.x)", [atom(["s", ">", 0, "size"])], []],
  // A path fact: its spelling begins as the glob does, as far as both are known.
  [
    's.any(e, e.touches("~/.SSH/**"))',
    [],
    [
      [
        atom(["s.[].home", "overlaps", "~/.ssh/", "folded"]),
        atom(["s.[].home", ">", 22_165, "size"]),
        atom(["s", ">", 256, "size"]),
      ],
    ],
  ],
  [
    's.touches("{/é,/a?,**/b}")',
    [],
    [
      [
        atom(["s.path", "overlaps", "/", "folded"]),
        atom(["s.path", "overlaps", "/a", "folded"]),
        has("s.path"),
      ],
    ],
  ],
  ["!s.any(e, e.x == 1)", [], []],
  ["[1, 2].any(e, e == s)", [], []],
  // An alternative that never holds, and the rarest of each part beside the first.
  ["false || s > 1", [plain(">", 1)], []],
  [
    '(s == "a" && params.n.includes("secret")) || (s == "b" && params.n.endsWith(".pem"))',
    [],
    [
      [plain("==", "a"), plain("==", "b")],
      [atom(["params.n", "includes", "secret"]), atom(["params.n", "endsWith", ".pem"])],
    ],
  ],
])("%s requires, too", (text, required, covers) => {
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

test.each(["lower()", "upper()", "lower().upper()", "upper().lower()"])(
  "%s: whatever character an ASCII letter comes from, what is required of the string holds",
  (methods) => {
    let met = 0;
    for (let code = 0; code <= 0x10_ffff; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = String.fromCodePoint(code);
      const converted = methods
        .split(".")
        .reduce((now, method) => (method === "lower()" ? now.toLowerCase() : now.toUpperCase()), text);
      // Other characters convert alike: only those are of interest that have an ASCII letter of their own afterwards.
      if (!/[A-Za-z]/.test(converted)) continue;
      const { required } = analysis(`s.${methods}.includes("${converted.match(/[A-Za-z]+/)?.[0] ?? ""}")`);
      const folds = Array.from(text, (one) => String.fromCharCode(foldUnit(one.charCodeAt(0)))).join("");
      for (const { operator, value } of required) {
        met++;
        expect(operator === "has" || folds.includes(String(value))).toBe(true);
      }
    }
    expect(met).toBeGreaterThan(52);
  },
);
