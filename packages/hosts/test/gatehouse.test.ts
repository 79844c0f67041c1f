import { compile } from "@gatehouse-hooks/condition";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

/** A file with one policy, whose lines are given. */
function file(lines: string, rest = ""): string {
  const indented = lines.replaceAll("\n", "\n    ");
  return `version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n    ${indented}\n${rest}`;
}

function read(text: string, path = "p.yaml") {
  const { policies, issues, tests } = load(text, { path, order: 5 });
  return { policy: policies[0], codes: issues.map(({ code }) => code), issues, tests, policies };
}

test.each([
  ["deny: no", { kind: "static", verdict: "deny", reason: "no" }],
  ["ask: sure?", { kind: "static", verdict: "ask", reason: "sure?" }],
  ["allow: fine", { kind: "static", verdict: "allow", reason: "fine" }],
  ["warn: careful", { kind: "static", verdict: "warn", reason: "careful" }],
  ["context: use main", { kind: "static", verdict: "approve", reason: "", context: ["use main"] }],
  [
    "description: d\nset: { a: 1 }",
    { kind: "static", verdict: "approve", reason: "", updatedInput: { a: 1 } },
  ],
  [
    "warn: w\ncontext: [a, b]\nsystemMessages: m",
    { kind: "static", verdict: "warn", reason: "w", context: ["a", "b"], systemMessages: ["m"] },
  ],
  ["judge: Is it safe?", { kind: "judge", prompt: "Is it safe?", timeoutMs: 15_000, cache: "session" }],
  [
    "judge: { prompt: q, model: m/x, timeout: 2s, cache: global, uses: [params.command] }",
    { kind: "judge", prompt: "q", model: "m/x", timeoutMs: 2000, cache: "global", uses: ["params.command"] },
  ],
  ["command: ./check", { kind: "command", command: "./check", timeoutMs: 30_000 }],
  [
    "command: { run: ./check, args: a, env: { A: b }, workingDir: /, timeout: 500, mayRewrite: true }",
    {
      kind: "command",
      command: "./check",
      args: ["a"],
      env: { A: "b" },
      workingDir: "/",
      timeoutMs: 500,
      mayRewrite: true,
    },
  ],
  ["builtin: add_date", { kind: "builtin", name: "add_date", timeoutMs: 30_000 }],
  ["function: { name: mine, timeout: 1m }", { kind: "function", name: "mine", timeoutMs: 60_000 }],
])("the handler of %j", (lines, handler) => {
  const { policy, codes } = read(file(lines));
  expect(codes).toEqual([]);
  expect(policy?.handler).toEqual(handler);
});

test("a whole policy, in YAML and in JSON", () => {
  const policy = {
    id: "no-force-push",
    description: "d",
    events: ["before_tool_call", "after_tool_call"],
    tools: ["exec", "git_*"],
    when: 'params.command.includes("--force")',
    deny: "force pushes are not allowed",
    priority: 200,
    enabled: false,
    onFailure: "ask",
  };
  for (const path of ["p.yaml", "p.yml", "p.json"]) {
    const { policies, issues } = load(JSON.stringify({ version: 1, policies: [policy] }, null, 2), {
      path,
      tier: "enforced",
    });
    expect(issues).toEqual([]);
    expect(policies).toEqual([
      {
        id: "no-force-push",
        tier: "enforced",
        enabled: false,
        events: ["before_tool_call", "after_tool_call"],
        handler: { kind: "static", verdict: "deny", reason: "force pushes are not allowed" },
        priority: 200,
        order: 0,
        description: "d",
        matcher: { text: 'toolName == "exec" || toolName.glob("git_*")', ast: policies[0]?.matcher?.ast },
        condition: { text: policy.when, ast: policies[0]?.condition?.ast },
        onFailure: "ask",
        source: { path, line: 5, format: "gatehouse" },
      },
    ]);
    expect(compilePolicies(policies).issues).toEqual([]);
  }
});

test("policies keep the order of the file, from the order that the caller gives", () => {
  const { policies } = read(
    "version: 1\npolicies:\n  - {id: a, events: e, deny: x}\n  - {id: b, events: e, deny: x}\n",
  );
  expect(policies.map(({ id, order }) => [id, order])).toEqual([
    ["a", 5],
    ["b", 6],
  ]);
});

test.each([
  ["tools: exec", "exec", true],
  ["tools: exec", "executor", false],
  ["tools: [read, 'git_*']", "git_push", true],
  ["tools: [read, 'git_*']", "legit_push", false],
  ["tools: '*'", "anything/at:all", true],
  [String.raw`tools: ["a\"b"]`, 'a"b', true],
])("%s matches the tool %s: %s", (line, toolName, matches) => {
  const { policy, codes } = read(file(`deny: no\n${line}`));
  expect(codes).toEqual([]);
  const ast = policy?.matcher?.ast;
  if (ast === undefined || ast === null) throw new Error("the matcher parses");
  expect(compile(ast)({ event: "before_tool_call", toolName })).toBe(matches);
  expect(compile(ast)({ event: "before_tool_call" })).toBe(false);
});

/** What restricts stays in force without the detail that is wrong; what may loosen is left out. */
test.each([
  ["whne: a", "unknown-key"],
  ["tier: enforced", "unknown-key"],
  ["__proto__: { enabled: false }", "unknown-key"],
  ["priority: high", "invalid-type"],
  ["priority: 1.5", "invalid-type"],
  ["enabled: no", "invalid-type"],
  ['enabled: "false"', "invalid-type"],
  ["onFailure: allow", "invalid-value"],
  ["tools: []", "invalid-value"],
  ["tools: ['a[']", "condition-syntax"],
  ["when: [a]", "invalid-type"],
  ["when: a ===", "condition-syntax"],
  ["description: [a]", "invalid-type"],
])("%j: a deny stays in force, an allow and a rewrite are left out", (line, code) => {
  for (const [handler, kept] of [
    ["deny: no", true],
    ["ask: sure?", true],
    ["warn: careful", true],
    ["judge: Is it safe?", true],
    ["allow: fine", false],
    ["set: { a: 1 }", false],
    ["command: ./check", false],
    ["warn: careful\nset: { a: 1 }", false],
  ] as const) {
    const { policy, codes, issues } = read(file(`${handler}\n${line}`));
    expect(codes, handler).toContain(code);
    expect(policy !== undefined, handler).toBe(kept);
    expect(policy?.enabled ?? true).toBe(true);
    const said = issues.map(({ message }) => message).join("\n");
    expect(said).toMatch(kept ? /in force|applies always/ : /not loaded/);
  }
});

test.each([
  ["deny: a\nallow: b", ["conflicting-keys"]],
  ["judge: a\ncontext: b", ["conflicting-keys"]],
  ["deny: a\nset: { b: 1 }", ["conflicting-keys"]],
  ["description: nothing to do", ["missing-key"]],
  ["deny: ''", ["invalid-value"]],
  ["command: 'rm {{params.path}}'", ["unsafe-template"]],
  ["judge: { model: m/x }", ["missing-key"]],
  ["judge: { prompt: q, timeout: 99 }", ["invalid-value"]],
  ["judge: { prompt: q, timeout: 5h }", ["invalid-value"]],
  ["judge: { prompt: q, model: 'https://u:p@h' }", ["invalid-value"]],
  ["judge: { prompt: q, cahce: none }", ["unknown-key"]],
])("%j: %j", (lines, codes) => {
  expect(read(file(lines)).codes).toEqual(codes);
});

test("a wrong detail inside a handler leaves its default in force", () => {
  const { policy } = read(file("judge: { prompt: q, timeout: 99, cahce: none }"));
  expect(policy?.handler).toEqual({ kind: "judge", prompt: "q", timeoutMs: 15_000, cache: "session" });
});

test("a bad policy never hides the good ones", () => {
  const { policies, codes } = read(
    "version: 1\npolicies:\n  - 7\n  - {events: prompt, deny: x}\n  - {id: good, events: prompt, deny: x}\n  - null\n",
  );
  expect(policies.map(({ id }) => id)).toEqual(["good"]);
  expect(codes).toEqual(["invalid-type", "missing-key", "invalid-type"]);
});

test.each([
  ["", ["empty-file"]],
  ["# nothing\n---\n", ["empty-file"]],
  ["[]", ["invalid-type"]],
  ["policies: []", ["missing-key"]],
  ["version: 2\npolicies: []", ["invalid-value"]],
  ["version: 1", ["missing-key"]],
  ["version: 1\npolicies: {}", ["invalid-type"]],
])("the file %j is not loaded", (text, codes) => {
  const got = read(text);
  expect([got.policies, got.codes]).toEqual([[], codes]);
});

test("a misspelt event is an error with the right name; so is another one, unless the file says that it is its own", () => {
  expect(read(file("deny: no").replace("before_tool_call", "before_tool_cal")).issues).toMatchObject([
    { severity: "error", code: "unknown-event", cure: "did you mean `before_tool_call`?" },
  ]);
  expect(read(file("deny: no").replace("before_tool_call", "shop.checkout")).issues).toMatchObject([
    {
      severity: "error",
      code: "unknown-event",
      cure: expect.stringContaining("ownEvents: [shop.checkout]") as string,
    },
  ]);
  const own = file("deny: no").replace("before_tool_call", "shop.checkout");
  expect(read(`${own}\nownEvents: [shop.checkout]\n`).codes).toEqual([]);
});

test.each([["uses: [params.command, 7]"], ["uses: all"], ["uses: []"]])(
  "with %j, the judge would see more than it may: the policy is not loaded",
  (uses) => {
    const { policy, issues } = read(file(`judge: { prompt: q, ${uses} }`));
    expect(policy).toBeUndefined();
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).toContain("not loaded");
  },
);

test("events are read with commas, blanks and repetitions", () => {
  expect(read(file("deny: no").replace("before_tool_call", "' a ,b, a'")).policy?.events).toEqual(["a", "b"]);
  expect(read(file("deny: no").replace("before_tool_call", "[a, 'b, c']")).policy?.events).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(read(file("deny: no").replace("before_tool_call", "'a,,b'"))).toMatchObject({
    policies: [],
    codes: ["invalid-value"],
  });
});

test("many unknown keys are named up to twenty, the rest is counted", () => {
  const { codes, issues, policy } = read(
    file(["deny: no", ...Array.from({ length: 40 }, (_, index) => `key${index}: 1`)].join("\n")),
  );
  expect(policy).toBeDefined();
  expect(codes).toHaveLength(21);
  expect(issues.at(-1)?.message).toContain("20 more unknown keys");
});

test("two policies of one name are an error, and both stay in force", () => {
  const { policies, issues } = read(
    "version: 1\npolicies:\n  - {id: a, events: prompt, deny: x}\n  - {id: a, events: prompt, deny: y, enabled: false}\n",
  );
  expect(policies).toHaveLength(2);
  expect(issues).toMatchObject([{ code: "duplicate-name", line: 4 }]);
});

test("tests beside a policy and at the end of the file", () => {
  const { tests, codes } = read(
    file(
      `judge: Is it safe?
tests:
  - event: { toolName: exec }
    answer: deny
    expect: deny
  - name: skipped
    event: { event: session_end }
    expect: skip
  - event: { toolName: exec }
    answer: { kind: warn, reason: slow }
    expect: { effect: abstain, warns: true, policy: null }`,
      `tests:
  - event: { event: before_tool_call, toolName: exec }
    answers: { p: failure }
    expect: { effect: deny, reason: r, updatedInput: { a: 1 } }
`,
    ),
  );
  expect(codes).toEqual([]);
  expect(tests).toEqual([
    {
      name: "p #1",
      policy: "p",
      event: { event: "before_tool_call", toolName: "exec" },
      answers: { p: { kind: "deny", reason: "test" } },
      expect: { effect: "deny" },
      source: { path: "p.yaml", line: 7, format: "gatehouse" },
    },
    {
      name: "skipped",
      policy: "p",
      event: { event: "session_end" },
      answers: {},
      expect: { applies: false },
      source: { path: "p.yaml", line: 10, format: "gatehouse" },
    },
    {
      name: "p #3",
      policy: "p",
      event: { event: "before_tool_call", toolName: "exec" },
      answers: { p: { kind: "warn", reason: "slow" } },
      expect: { effect: "abstain", warns: true, policy: null },
      source: { path: "p.yaml", line: 13, format: "gatehouse" },
    },
    {
      name: "p.yaml #1",
      policy: null,
      event: { event: "before_tool_call", toolName: "exec" },
      answers: { p: { kind: "failure", reason: "test" } },
      expect: { effect: "deny", reason: "r", updatedInput: { a: 1 } },
      source: { path: "p.yaml", line: 17, format: "gatehouse" },
    },
  ]);
});

test.each([
  ["- { event: { toolName: a }, expect: denied }", ["invalid-type"]],
  ["- { event: { toolName: a } }", ["missing-key"]],
  ["- { expect: deny }", ["missing-key"]],
  ["- { event: { a: 1 }, expect: deny, answer: maybe }", ["invalid-value"]],
  ["- { event: { a: 1 }, expect: deny, skip: true }", ["unknown-key"]],
  ["- 7", ["invalid-type"]],
])("the test %j is left out, the policy is not", (line, codes) => {
  const got = read(file(`deny: no\ntests:\n  ${line}`));
  expect([got.policies.length, got.tests, got.codes]).toEqual([1, [], codes]);
});

test("a test of a policy with several events names its event", () => {
  const text = file("deny: no\ntests:\n  - { event: { toolName: a }, expect: deny }");
  const { codes, tests } = read(text.replace("before_tool_call", "[before_tool_call, session_end]"));
  expect([tests, codes]).toEqual([[], ["missing-key"]]);
});
