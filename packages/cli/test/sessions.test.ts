import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

const WISHES = join(import.meta.dirname, "../../../test/sessions/wishes.yaml");

test("the steps of sessions are tests that follow each other, and each rule over what happened before holds in its session", async () => {
  const { code, stdout } = await runCli(["test", WISHES, "--json"], { cwd: import.meta.dirname });
  const { tests, issues } = JSON.parse(stdout) as {
    readonly tests: readonly { readonly name: string; readonly differences: readonly string[] }[];
    readonly issues: readonly object[];
  };
  expect(issues).toEqual([]);
  expect(tests.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(tests).toHaveLength(167);
  expect(code).toBe(0);
});

const RULES = `version: 1
memory: { read: { flag: { events: before_tool_call, tools: Read } } }
policies: [{ id: send, events: before_tool_call, tools: WebFetch, when: memory.read, ask: something was read }]
tests:
  - { event: { event: before_tool_call, toolName: WebFetch, params: {} }, expect: abstain }
sessions:
  - name: one
    steps:
      - { event: { event: before_tool_call, toolName: Read, params: {} }, expect: abstain }
      - { after: 2h, event: { event: before_tool_call, toolName: WebFetch, params: {} }, expect: ask }
  - steps:
      - { event: { event: before_tool_call, toolName: WebFetch, params: {} }, expect: abstain }
`;

async function tested(rules: string) {
  const one = folder({ "rules.yaml": rules });
  const { code, stdout } = await runCli(["test", "rules.yaml", "--json"], { cwd: one.path });
  one.remove();
  const { tests, issues } = JSON.parse(stdout) as {
    readonly tests: readonly {
      readonly name: string;
      readonly line: number;
      readonly differences: readonly string[];
    }[];
    readonly issues: readonly { readonly line: number; readonly code: string; readonly message: string }[];
  };
  return {
    code,
    issues,
    tests: tests.map(({ name, line, differences }) => [name, line, differences.length]),
  };
}

test("a step has the line, the name and the number of its session; a session knows nothing of another one, and a test of none", async () => {
  const { code, tests } = await tested(RULES);
  expect(tests.map(([name, line]) => [name, line])).toEqual([
    ["rules.yaml #1", 5],
    ["one, step 1", 9],
    ["one, step 2", 10],
    ["session 2, step 1", 12],
  ]);
  expect(tests.every(([, , differences]) => differences === 0)).toBe(true);
  expect(code).toBe(0);
});

test("what a policy does in a session counts as shown, also where it reads what is remembered or where values come from", async () => {
  const one = folder({
    "rules.yaml": `${RULES.replace("memory: {", "memory: { o: { origins: { user: { events: prompt, text: prompt } } },").replace("policies: [", "policies: [{ id: strange, events: before_tool_call, tools: Mail, when: 'flows.any(f, !(\"user\" in f.from))', deny: nobody has said so }, ")}  - steps:
      - { event: { event: prompt, prompt: to ann }, expect: abstain }
      - { event: { event: before_tool_call, toolName: Mail, params: { to: ann } }, expect: abstain }
      - { event: { event: before_tool_call, toolName: Mail, params: { to: eve } }, expect: deny }
`,
  });
  const { code, stdout } = await runCli(["test", "rules.yaml", "--require-tests", "--json"], {
    cwd: one.path,
  });
  one.remove();
  const { coverage, issues } = JSON.parse(stdout) as {
    readonly issues: readonly object[];
    readonly coverage: readonly object[];
  };
  expect(issues).toEqual([]);
  expect(coverage).toMatchObject([
    { policy: "strange", applied: 1, inert: null, lacks: [] },
    { policy: "send", applied: 1, inert: null, lacks: [] },
  ]);
  expect(code).toBe(0);
});

test("a step that is not decided as expected fails, and is said with its line", async () => {
  const { code, tests } = await tested(RULES.replace("expect: ask", "expect: abstain"));
  expect(tests.filter(([, , differences]) => differences !== 0)).toEqual([["one, step 2", 10, 1]]);
  expect(code).toBe(1);
});

test.each([
  ["after: 2h", "after: soon", 10, "invalid-value"],
  ["event: before_tool_call, toolName: Read", "event: befor_tool_call, toolName: Read", 9, "unknown-event"],
  ["    steps:\n", "    stps:\n", 8, "unknown-key"],
])("a session with a mistake is left out as a whole: %s", async (right, wrong, line, code) => {
  const { issues, tests } = await tested(RULES.replace(right, wrong));
  expect(issues).toMatchObject([{ line, code }]);
  expect(tests.map(([name]) => name)).toEqual(["rules.yaml #1", "session 2, step 1"]);
});

test.each([
  ["session", 32],
  ["provenance", 19],
])("the pack `%s` asks and denies in its sessions, and leaves the others alone", async (pack, steps) => {
  const file = join(WISHES, `../pack-${pack}.yaml`);
  const { stdout } = await runCli(["test", file, "--json"], { cwd: import.meta.dirname });
  const { tests, issues } = JSON.parse(stdout) as {
    readonly tests: readonly { readonly name: string; readonly differences: readonly string[] }[];
    readonly issues: readonly object[];
  };
  expect(issues).toEqual([]);
  expect(tests.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(tests).toHaveLength(steps);
});

test("a user and a project that extend one pack have its cells once, those of the higher tier", async () => {
  const at = folder({
    "~/.gatehouse/rules.yaml": "version: 1\nextends: [pack/session]\n",
    ".gatehouse/rules.yaml": "version: 1\nextends: [pack/session]\n",
  });
  try {
    const { code, stdout } = await runCli(["check", "--json"], { cwd: at.path, home: at.home });
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("duplicate-cell")]);
  } finally {
    at.remove();
  }
});
