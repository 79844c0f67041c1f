import { load } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

function loadCells(lines: string) {
  const text = `version: 1\nmemory:\n${lines}\npolicies: [{ id: a, events: before_tool_call, deny: no }]\n`;
  return load(text, { path: "a.yaml", tier: "user" });
}

test("a cell has the events, tools, conditions and bounds that are written, and the tier of its file", () => {
  const { memory, issues } = loadCells(`
  pushes:
    count: { events: PreToolUse, tools: [Bash, "git_*"], when: 'decision.effect != "deny" && memory.pushes < 3', add: params.size }
    within: 2h
    upTo: 4
    scope: user
    until: [{ events: prompt }, { events: session_start }]
  files: { set: { events: after_tool_call, when: call.ok, each: facts.reads, where: "!it.list", add: path }, keep: 5, full: forget }`);
  expect(issues).toEqual([]);
  expect(memory).toMatchObject([
    {
      ...{ name: "pushes", tier: "user", kind: "count", within: 7_200_000, upTo: 4, scope: "user" },
      on: [
        {
          add: ["params", "size"],
          condition: { ast: { kind: "and" } },
        },
      ],
      until: [{ events: ["prompt"] }, { events: ["session_start"] }],
      source: { path: "a.yaml", line: 4, format: "gatehouse" },
    },
    {
      ...{ name: "files", kind: "set", keep: 5, full: "forget" },
      on: [
        { events: ["after_tool_call"], each: ["facts", "reads"], add: ["path"], where: { text: "!it.list" } },
      ],
    },
  ]);
});

const FLAG = "flag: { events: before_tool_call }";

test.each([
  ["c: { flag: { evnts: before_tool_call } }", "evnts", "unknown-key", "did you mean `events`?"],
  ["c: { flag: {} }", "\\{\\}", "missing-key", "add `events: before_tool_call`"],
  ["c: { flag: { events: befor_tool_call } }", "befor_", "unknown-event", "did you mean `before_tool_call`?"],
  [
    "c: { flag: { events: before_tool_call, when: a b } }",
    "b } }",
    "condition-syntax",
    "correct the condition",
  ],
  [
    "c: { flag: { events: before_tool_call, value: params } }",
    "value",
    "invalid-value",
    "it belongs to `last`: remove it",
  ],
  [
    "c: { set: { events: before_tool_call } }",
    "set",
    "missing-key",
    "for example `add: params.path`, or `each: facts.reads` and `add: path`",
  ],
  [
    "c: { set: { events: before_tool_call, add: a, where: a b } }",
    "b } }",
    "condition-syntax",
    "correct the condition",
  ],
  [
    "c: { counter: { events: before_tool_call } }",
    "counter",
    "unknown-key",
    "did you mean `count`? for example `count: { events: before_tool_call, tools: send_email }`",
  ],
  [
    "c: { until: { events: prompt } }",
    "c:",
    "missing-key",
    "write one of `flag`, `count`, `set`, `last` and `origins`",
  ],
  [
    `c: { ${FLAG}, last: { events: prompt } }`,
    "c:",
    "invalid-value",
    "write one of `flag`, `count`, `set`, `last` and `origins`",
  ],
  [
    `c: { ${FLAG}, keep: 3 }`,
    "keep",
    "invalid-value",
    "it belongs to `set` or `origins`: remove it, or change what the cell keeps",
  ],
  [
    "c: { count: { events: before_tool_call }, within: 1h }",
    "within",
    "window-without-bound",
    "add `upTo`, at most 1024: one more than policies ask for",
  ],
  [
    "c: { count: { events: before_tool_call }, within: 1h, upTo: 2000 }",
    "within",
    "window-without-bound",
    "add `upTo`, at most 1024: one more than policies ask for",
  ],
  [
    "c: { count: { events: before_tool_call }, within: an hour, upTo: 2 }",
    "an hour",
    "invalid-value",
    "for example `within: 24h`",
  ],
  ["c: { count: { events: before_tool_call }, upTo: 0 }", "0 }", "invalid-value", "for example `upTo: 20`"],
  [`c: { ${FLAG}, scope: team }`, "team", "invalid-value", "for example `scope: session`"],
  [
    "c: { set: { events: prompt, add: prompt }, keep: 2000 }",
    "keep",
    "cell-over-limit",
    "write a number from 1 to 1024",
  ],
  [
    "c: { set: { events: prompt, add: prompt }, keep: 5000 }",
    "5000",
    "cell-over-limit",
    "write a number from 1 to 4096",
  ],
  [
    "c: { count: { events: prompt }, upTo: 2000000 }",
    "2000000",
    "cell-over-limit",
    "write a number from 1 to 1000000",
  ],
  [
    "c: { count: { events: prompt }, by: toolName, keys: 257 }",
    "257",
    "cell-over-limit",
    "write a number from 1 to 256",
  ],
  [
    `c: { flag: [${Array.from({ length: 17 }, () => "{ events: prompt }").join(", ")}] }`,
    "\\[",
    "cell-over-limit",
    "write at most 16 of them",
  ],
  [
    `c: { origins: { ${Array.from({ length: 31 }, (_, i) => `s${i}: { events: prompt, text: prompt }`).join(", ")} } }`,
    "origins",
    "cell-over-limit",
    "write at most 30 of them",
  ],
  [
    "c: { origins: { user: { events: prompt, text: prompt } }, scope: user }",
    "scope",
    "invalid-value",
    "remove `scope`",
  ],
  [
    "c: { origins: { user: { events: prompt } } }",
    "user",
    "missing-key",
    "write one of them: `text: result`, or `each: result.items` with `fields: [address]`",
  ],
  [
    "c: { origins: { user: { events: prompt, text: prompt, each: prompt } } }",
    "user",
    "invalid-value",
    "write one of them: `text: result`, or `each: result.items` with `fields: [address]`",
  ],
  [
    "c: { origins: { a-b: { events: prompt, text: prompt } } }",
    "a-b",
    "invalid-value",
    "a source's name has letters, digits and `_`, and begins with a letter: for example `user`",
  ],
  [
    "c: { origins: { user: { events: prompt, text: prompt, fields: [a..b] } } }",
    "\\[a..b",
    "invalid-type",
    "for example `fields: [recipient]`",
  ],
  [
    "c: { origins: { user: { events: prompt, text: prompt, values: x } } }",
    "values",
    "unknown-key",
    "did you mean `value`? for example `value: params.path`",
  ],
])("a mistake in a cell loses the cell, and says where and what to write: %s", (line, at, code, cure) => {
  const { memory, issues, policies } = loadCells(`  ${line}`);
  const [issue] = issues;
  expect(issue?.line).toBe(3);
  expect(`  ${line}`.slice((issue?.column ?? 0) - 1)).toMatch(new RegExp(`^${at}`));
  expect(issue).toMatchObject({ severity: "error", code, cure });
  expect(issue?.message).toContain("nothing is known of the cell, and the policies that read it fail");
  expect(memory).toMatchObject([{ name: "c", kind: "lost", tier: "user" }]);
  expect(policies).toHaveLength(1);
});

test("a name that a condition could not read is an error at the name", () => {
  const { memory, issues } = loadCells(`  a-b: { ${FLAG} }\n  __proto__: { ${FLAG} }`);
  expect(issues.map(({ line, column, code }) => [line, column, code])).toEqual([
    [3, 3, "invalid-value"],
    [4, 3, "invalid-value"],
  ]);
  expect(memory).toBe(undefined);
});

test("conditions of policies and cells may read what is derived, and misspelt fields are said", () => {
  const { issues } = load(
    `version: 1
memory: { c: { flag: { events: after_tool_call, when: 'call.ok && decison.effect == "deny"' } } }
policies: [{ id: a, events: before_tool_call, when: memory.c && params.command == "ls", deny: no }]
`,
    { path: "a.yaml" },
  );
  expect(issues.map(({ code, line, message }) => [code, line, message])).toEqual([
    ["unknown-field", 2, expect.stringContaining("`decison.effect`")],
  ]);
});
