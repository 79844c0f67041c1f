import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const projects: Folder[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> => {
  const project = folder(files);
  projects.push(project);
  return runCli(args, { cwd: project.path, home: project.home });
};

const RULES = `version: 1
policies:
  - id: no-force-push
    events: before_tool_call
    tools: Bash
    when: params.command.startsWith("git push") && (params.command.includes("--force") || params.command.includes(" -f"))
    deny: force pushes lose the work of others
    tests:
      - event: { toolName: Bash, params: { command: git push --force } }
        expect: deny
      - event: { toolName: Bash, params: { command: git push } }
        expect: skip
`;

const FAILING = RULES.replace("expect: skip", "expect: deny");

const ASKING = `version: 1
policies:
  - id: asks
    events: before_tool_call
    tools: Write
    ask: sure?
    tests:
      - event: { toolName: Write, params: {} }
        expect: ask
`;

/** The rules with another list of tests. */
const withTests = (tests: string): string => `${RULES.split("    tests:")[0] ?? ""}${tests}`;

describe("what is run", () => {
  test("several files and folders; what passes is not told", async () => {
    const { code, stdout } = await run(
      { "a.yaml": RULES, "more/b.yaml": ASKING, "more/README": "no policies" },
      "test",
      "a.yaml",
      "more",
    );
    expect([code, stdout]).toEqual([0, "3 tests passed, 0 failed in 2 files\n"]);
  });

  test("a line for each failure: place, name, difference", async () => {
    const { code, stdout } = await run({ "a.yaml": FAILING, "b.yaml": ASKING }, "test", "a.yaml", "b.yaml");
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      'a.yaml:11:9 FAIL no-force-push #2: effect is "abstain", expected "deny"',
      "2 tests passed, 1 failed in 2 files",
      "",
    ]);
  });

  test("a call happens in the workspace where its event names no folder, and where the event says otherwise", async () => {
    const rows = [
      ["{ toolName: Bash, params: { command: rm deploy/x } }", "deny"],
      ["{ toolName: Bash, params: { command: rm /workspace/project/deploy/x } }", "deny"],
      [
        "{ toolName: Bash, cwd: /elsewhere, workspace: /workspace/project, params: { command: rm deploy/x } }",
        "skip",
      ],
      ["{ toolName: Bash, cwd: /elsewhere, params: { command: rm deploy/x } }", "deny"],
      ["{ toolName: Bash, params: { command: rm /home/test/.ssh/x } }", "deny"],
      ["{ toolName: Bash, home: /home/eve, params: { command: rm /home/test/.ssh/x } }", "skip"],
      ["{ toolName: Bash, params: { command: ls }, cwd: null }", "skip"],
    ].map(([event = "", expect = ""]) => `      - { event: ${event}, expect: ${expect} }\n`);
    const facts = `version: 1
policies:
  - id: deployment
    events: before_tool_call
    when: facts.deletes.any(d, d.touches("./deploy/**") || d.touches("~/.ssh/**"))
    deny: "no"
    tests:
${rows.join("")}`;
    const { code, stdout } = await run({ "a.yaml": facts }, "test", "a.yaml");
    expect([code, stdout]).toEqual([0, "7 tests passed, 0 failed in 1 file\n"]);
  });

  describe("an event that the door refuses is denied, as it is by decide", () => {
    const refused = "the event is refused: malformed `before_tool_call` event: `toolName` is missing";
    const ofFile = (tests: string): string => `${RULES}tests:\n${tests}`;
    const byPolicy = "{ effect: deny, policy: no-force-push }";
    const noTool = "{ event: before_tool_call, params: { command: ls } }";

    test.each([
      ["of a file", ofFile(`  - { event: ${noTool}, expect: skip }\n`)],
      [
        "of a file, which expects the deny of a policy",
        ofFile(`  - { event: ${noTool}, expect: ${byPolicy} }\n`),
      ],
      ["of a policy", `${RULES}      - { event: { params: { command: ls } }, expect: skip }\n`],
      [
        "of a policy, which expects that it applies",
        `${RULES}      - { event: { params: {} }, expect: { applies: true } }\n`,
      ],
    ])("a test %s fails", async (_whose, text) => {
      const { code, stdout } = await run({ "q.yaml": text }, "test", "q.yaml");
      expect(stdout).toContain(text.includes(byPolicy) ? "policy is null" : refused);
      expect(stdout).toContain("2 tests passed, 1 failed in 1 file");
      expect(code).toBe(1);
    });

    test.each(["deny", "{ effect: deny, policy: null }"])("unless it expects %s", async (expected) => {
      const tests = `  - { event: ${noTool}, expect: ${expected} }\n`;
      const { code, stdout } = await run({ "q.yaml": ofFile(tests) }, "test", "q.yaml");
      expect([code, stdout]).toEqual([0, "3 tests passed, 0 failed in 1 file\n"]);
    });

    test.each(["abstain", "deny"])(
      "an event of the embedder's own, with --unknown-events %s",
      async (how) => {
        const tests = "  - { event: { event: deployment_is_planned }, expect: abstain }\n";
        const files = { "q.yaml": ofFile(tests) };
        const { code } = await run(files, "test", "--unknown-events", how, "q.yaml");
        expect(code).toBe(how === "deny" ? 1 : 0);
      },
    );

    test("an event that another policy of the file waits for is not misspelt to this one", async () => {
      const family = ["release_done", "release_gone"].map(
        (event) => `  - id: ${event}
    events: ${event}
    deny: "no"
    tests:
      - { event: { event: release_done }, expect: ${event === "release_done" ? "deny" : "skip"} }
`,
      );
      const text = `version: 1\nownEvents: [release_done, release_gone]\npolicies:\n${family.join("")}`;
      const { code, stdout } = await run({ "q.yaml": text }, "test", "q.yaml");
      expect(stdout).toContain("2 tests passed, 0 failed in 1 file\n");
      expect(code).toBe(0);
    });
  });

  test("a difference is shown up to a limit", async () => {
    const long = RULES.replace("expect: skip", `expect: { reason: "${"x".repeat(5_000)}" }`);
    const { stdout } = await run({ "a.yaml": long }, "test", "a.yaml");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(500);
  });

  test.each([[["test", "."]], [["test", ".gatehouse"]], [["test"]]])("%j runs the project", async (args) => {
    const { code, stdout } = await run({ ".gatehouse/rules.yaml": RULES }, ...args);
    expect([code, stdout]).toEqual([0, "2 tests passed, 0 failed in 1 file\n"]);
  });

  test("policies of a file that is not trusted are tested as they are written, and are said not to act", async () => {
    const allows = ASKING.replace("ask: sure?", "allow: fine").replace("expect: ask", "expect: allow");
    const { code, stdout } = await run({ ".gatehouse/rules.yaml": allows }, "test", ".");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^note .*is not trusted: 1 policy does not act/);
    expect(stdout).toContain("1 test passed, 0 failed in 1 file");
  });

  test("a file with errors fails, whatever its tests say", async () => {
    const { code, stdout } = await run({ "a.yaml": `${RULES}  - id: b\n    evnts: x\n` }, "test", "a.yaml");
    expect(code).toBe(1);
    expect(stdout).toContain("2 tests passed, 0 failed in 1 file");
    expect(stdout).toContain("error");
  });

  test("no tests: what to write; paths without policies are a mistake", async () => {
    const none = await run({ "a.yaml": withTests("") }, "test", "a.yaml");
    expect([none.code, none.stdout]).toEqual([
      1,
      expect.stringMatching(/^no tests in 1 file\n {2}write tests below/),
    ]);
    expect((await run({}, "test", "a.yaml")).code).toBe(2);
    expect((await run({ "more/README": "" }, "test", "more")).stderr).toContain("no policy file in `more`");
    expect((await run({ "a.yaml": RULES, "h.mjs": "" }, "test", "a.yaml", "h.mjs")).code).toBe(2);
  });

  test("a path that is missing beside others is an error", async () => {
    const { code, stdout } = await run({ "a.yaml": RULES }, "test", "a.yaml", "b.yaml");
    expect([code, stdout]).toEqual([1, expect.stringContaining("b.yaml error")]);
  });

  test("with parts of an event, and with --verbose, each policy is tried", async () => {
    const tried = await run({ "a.yaml": RULES }, "test", "a.yaml", "--tool", "Bash");
    expect(tried.stdout).toContain('does not   params.command.startsWith("git push")');
    const verbose = await run({ "a.yaml": RULES }, "test", "a.yaml", "--verbose");
    expect(verbose.stdout).toContain("a.yaml:9:9 pass no-force-push #1");
    expect(verbose.stdout).toContain("  listens to before_tool_call");
  });

  test("a dry run of a policy over facts sees those that are derived", async () => {
    const facts = `version: 1
policies:
  - id: keys
    events: before_tool_call
    when: facts.deletes.any(d, d.touches("~/.ssh/**"))
    deny: no
`;
    const { stdout } = await run(
      { "a.yaml": facts },
      "test",
      "a.yaml",
      "--tool",
      "Bash",
      "--params",
      '{"command":"rm -r ~/.ssh"}',
    );
    expect(stdout).toContain("holds      facts.deletes");
  });
});

describe("what the tests have not shown", () => {
  test("--require-tests: one event that a deny stops, and one that it lets pass", async () => {
    const one = withTests(`    tests:
      - event: { toolName: Bash, params: { command: git push -f } }
        expect: deny
`);
    const { code, stdout } = await run({ "a.yaml": one }, "test", "a.yaml", "--require-tests");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "a.yaml:3 error no test of `no-force-push` has an event that it lets pass (untested-policy)",
    );
    expect((await run({ "a.yaml": RULES }, "test", "a.yaml", "--require-tests")).code).toBe(0);
    const none = await run({ "a.yaml": withTests("") }, "test", "a.yaml", "--require-tests");
    expect(none.stdout).toContain("has an event that it stops, and none has one that it lets pass");
  });

  test.each([
    [
      "an event that it does not listen to is not one that it lets pass",
      "event: { event: session_start }",
      1,
    ],
    ["a call of another tool is", "event: { toolName: Read, params: {} }", 0],
  ])("%s", async (_what, event, code) => {
    const tests = withTests(`    tests:
      - event: { toolName: Bash, params: { command: git push -f } }
        expect: deny
      - ${event}
        expect: skip
`);
    expect((await run({ "a.yaml": tests }, "test", "a.yaml", "--require-tests")).code).toBe(code);
  });

  test("what warns, is switched off, or lets nothing pass needs no more", async () => {
    const warns = withTests("").replace("deny:", "warn:");
    expect((await run({ "a.yaml": warns }, "test", "a.yaml", "--require-tests")).code).toBe(0);
    const off = withTests("    enabled: false\n");
    expect((await run({ "a.yaml": off }, "test", "a.yaml", "--require-tests")).code).toBe(0);
    const always = ASKING.replace("    tools: Write\n", "");
    expect((await run({ "a.yaml": always }, "test", "a.yaml", "--require-tests")).code).toBe(0);
  });

  test("--coverage: which part of which condition", async () => {
    const { stdout } = await run(
      { "a.yaml": RULES, "b.yaml": withTests("").replace("no-force", "no") },
      "test",
      ".",
      "--coverage",
    );
    expect(stdout.split("\n").slice(0, -2)).toEqual([
      "coverage: 1 of 2 policies applied, 1 of 6 parts of conditions held and failed",
      '  a.yaml:3 `no-force-push` `params.command.startsWith("git push")` never failed',
      '  a.yaml:3 `no-force-push` `params.command.includes(" -f")` never held',
      "  b.yaml:3 `no-push` has no tests",
    ]);
  });

  test("--coverage looks into any and all, with the facts of the event", async () => {
    const facts = `version: 1
policies:
  - id: keys
    events: before_tool_call
    when: facts.deletes.any(d, d.touches("~/.ssh/**") || d.touches("~/.aws/**"))
    deny: no
    tests:
      - event: { toolName: Bash, params: { command: rm -r ~/.ssh } }
        expect: deny
      - event: { toolName: Bash, params: { command: rm -r build } }
        expect: skip
`;
    const { stdout } = await run({ "a.yaml": facts }, "test", "a.yaml", "--coverage");
    expect(stdout.split("\n").slice(0, -2)).toEqual([
      "coverage: 1 of 1 policy applied, 2 of 3 parts of conditions held and failed",
      '  a.yaml:3 `keys` `d.touches("~/.aws/**")` never held',
    ]);
  });

  test("a test of all policies of a file is one of each", async () => {
    const all = `${withTests("")}tests:
  - event: { event: before_tool_call, toolName: Bash, params: { command: git push -f } }
    expect: deny
`;
    const { stdout } = await run({ "a.yaml": all }, "test", "a.yaml", "--json");
    const { coverage } = JSON.parse(stdout) as { coverage: unknown };
    expect(coverage).toMatchObject([
      { policy: "no-force-push", tests: 1, events: 1, applied: 1, lacks: ["passes"] },
    ]);
  });

  test("tests of policies that are switched off, and of those that never applied, say so", async () => {
    const off = RULES.replace("    deny:", "    enabled: false\n    deny:").replace(
      "expect: deny",
      "expect: abstain",
    );
    const { code, stdout } = await run({ "a.yaml": off }, "test", "a.yaml");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "a.yaml:3 note `no-force-push` is switched off (`enabled: false`), and never applied in 2 tests",
    );
    const never = withTests(`    tests:
      - event: { toolName: Bash, params: { command: git push --froce } }
        expect: abstain
`);
    expect((await run({ "a.yaml": never }, "test", "a.yaml")).stdout).toContain(
      "a.yaml:3 note `no-force-push` never applied in 1 test",
    );
  });
});

describe("formats", () => {
  test("--json: one file keeps its dry run; of several there is none", async () => {
    const one = await run({ "a.yaml": FAILING }, "test", "a.yaml", "--json");
    expect(JSON.parse(one.stdout)).toMatchObject({
      ok: false,
      path: "a.yaml",
      files: ["a.yaml"],
      trials: [{ policy: { id: "no-force-push" }, applies: false }],
      tests: [
        {
          name: "no-force-push #1",
          differences: [],
          path: "a.yaml",
          line: 9,
          column: 9,
          policy: "no-force-push",
        },
        { differences: ['effect is "abstain", expected "deny"'] },
      ],
      issues: [],
      coverage: [
        { policy: "no-force-push", path: "a.yaml", line: 3, tests: 2, applied: 1, inert: null, lacks: [] },
      ],
    });
    const several = await run({ "a.yaml": RULES, "b.yaml": ASKING }, "test", ".", "--format", "json");
    expect(JSON.parse(several.stdout)).toMatchObject({ ok: true, trials: [], tests: [{}, {}, {}] });
    expect(JSON.parse(several.stdout)).not.toHaveProperty("path");
  });

  test("--format junit: a case for each test, and one for each error", async () => {
    const { code, stdout } = await run(
      { "a.yaml": RULES.replace("expect: deny", "expect: { reason: <&> }"), "b.yaml": ASKING },
      "test",
      ".",
      "--format",
      "junit",
      "--require-tests",
    );
    expect([code, stdout.split("\n")]).toEqual([
      1,
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites tests="4" failures="2">',
        '  <testsuite name="gatehouse test" tests="4" failures="2">',
        '    <testcase classname="a.yaml" name="no-force-push #1">',
        expect.stringContaining(
          '<failure type="difference" message="reason is &quot;force pushes lose the work of others&quot;, expected &quot;&lt;&amp;&gt;&quot;">a.yaml:9:9 reason',
        ),
        "    </testcase>",
        '    <testcase classname="a.yaml" name="no-force-push #2"/>',
        '    <testcase classname="b.yaml" name="asks #1"/>',
        '    <testcase classname="b.yaml" name="b.yaml:3 untested-policy">',
        expect.stringContaining('<failure type="untested-policy" message="no test of `asks`'),
        "    </testcase>",
        "  </testsuite>",
        "</testsuites>",
        "",
      ],
    ]);
  });

  test("an unknown format is a mistake", async () => {
    expect(await run({ "a.yaml": RULES }, "test", "a.yaml", "--format", "tap")).toMatchObject({ code: 2 });
  });
});

describe("a run that has tested nothing", () => {
  const none = withTests("");

  test.each([
    ["a file", { "a.yaml": none }, ["a.yaml"]],
    ["a folder", { "d/a.yaml": none, "d/b.yaml": "version: 1\npolicies: []\n" }, ["d"]],
    ["what is in force", { ".gatehouse/a.yaml": none }, []],
    ["nothing at all", {}, []],
  ])("fails, for people and for programs: %s", async (_what, files, paths) => {
    expect((await run(files, "test", ...paths)).code).toBe(1);
    const json = await run(files, "test", ...paths, "--json");
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { ok: false, issues: [{ code: "no-tests" }] },
    ]);
    const junit = await run(files, "test", ...paths, "--format", "junit");
    expect([junit.code, junit.stdout]).toEqual([1, expect.stringContaining("no-tests")]);
  });

  test("is none where one of several files has tests; the others are named", async () => {
    const { code, stdout } = await run(
      { "a.yaml": RULES, "b.yaml": none.replace("no-force-push", "other") },
      "test",
      "a.yaml",
      "b.yaml",
    );
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/2 tests passed, 0 failed in 2 files\nno tests in b\.yaml/),
    ]);
  });

  test("is none where a call is tried", async () => {
    const { code } = await run({ "a.yaml": none }, "test", "a.yaml", "--tool", "Bash");
    expect(code).toBe(0);
  });
});

describe("an agent's own file", () => {
  const file =
    'permissions: { deny: ["shell:cmd=*sudo*"] }\nhooks:\n  turn_end: [{ type: command, command: "true" }]\n  post_tool_use:\n    - { matcher: fetch, hooks: [{ type: command, command: "true" }] }\n';

  test("is tried on its own events, with the fields that the agent sends", async () => {
    const tried = async (...more: readonly string[]): Promise<string> =>
      (await run({ "agent.yaml": file }, "test", "agent.yaml", ...more)).stdout;
    const sudo = await tried("--event", "pre_tool_use", "--tool", "shell", "--params", '{"cmd":"sudo ls"}');
    expect(sudo).toContain("deny");
    expect(sudo).not.toContain("malformed");
    expect(await tried("--event", "pre_tool_use", "--params", '{"cmd":"ls"}')).not.toContain("malformed");
    expect(await tried("--event", "turn_end", "--params", '{"reason":"normal"}')).not.toContain("malformed");
    const after = await tried(
      "--event",
      "post_tool_use",
      "--tool",
      "fetch",
      "--params",
      '{"url":"x","tool_response":"y"}',
    );
    expect(after).not.toContain("malformed");
  });

  test.each([
    ["session_start", { source: "resume" }],
    ["session_end", { reason: "other" }],
    ["before_llm_call", { iteration: 3 }],
    ["user_prompt_submit", { prompt: "hi" }],
    ["stop", { stop_response: "done" }],
  ] as const)("is tried on its own %s, whatever another agent calls by that name", async (event, fields) => {
    const hooks = `hooks:\n  ${event}: [{ type: command, command: "cat >&2; exit 2" }]\n`;
    const args = ["test", "agent.yaml", "--json", "--params", JSON.stringify(fields)];
    const { stdout } = await run({ "agent.yaml": hooks }, ...args);
    const { trials } = JSON.parse(stdout) as { trials: readonly { event: object }[] };
    expect(trials.map((trial) => trial.event)).toEqual([{ event, session_id: "test", ...fields }]);
  });

  test.each([
    ["named alone", ["agent.yaml"]],
    ["named as the policies", ["--policies", "agent.yaml"]],
    ["named with its format", ["--policies", "agent.yaml", "--policy-format", "docker-agent"]],
  ] as const)("has no place for tests: %s, it is tried", async (_what, args) => {
    const { code, stdout } = await run({ "agent.yaml": file }, "test", ...args);
    expect([code, stdout.includes("no tests")]).toEqual([0, false]);
    expect(stdout).toContain("listens to post_tool_use");
  });
});
