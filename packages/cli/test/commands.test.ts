import { afterAll, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { folder, type Folder, runCli } from "./run-cli.js";

const HOOK =
  '---\nname: guard\nevents: before_tool_call\ncondition: toolName == "exec" && params.command\npriority: 7\n---\nDeny it.\n';
const RULES = [
  "version: 1",
  "policies:",
  "  - id: no-rm",
  "    events: before_tool_call",
  '    when: params.command.includes("rm")',
  "    deny: not here",
  "    tests:",
  "      - event: { params: { command: rm x } }",
  "        expect: deny",
].join("\n");

const folders: Folder[] = [];
afterAll(() => {
  for (const one of folders) one.remove();
});

function at(files: Readonly<Record<string, string>>): { readonly cwd: string; readonly home: string } {
  const made = folder(files);
  folders.push(made);
  return { cwd: made.path, home: made.home };
}

test("the version is the package's", async () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  expect((await runCli(["--version"])).stdout).toBe(`${version}\n`);
});

test("list: every policy in the order in which they run, with tier and place", async () => {
  const here = at({
    ".mayros/hooks/guard.md": HOOK,
    ".gatehouse/rules.yaml": RULES,
    "~/.mayros/hooks/mine.md": HOOK.replace("guard", "mine").replace("priority: 7", "priority: 900"),
  });
  const { stdout, code } = await runCli(["list", "--json"], here);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    policies: [
      { id: "mine", tier: "user", priority: 900, handler: "judge", cache: "session" },
      {
        id: "no-rm",
        tier: "project",
        priority: 100,
        handler: "static",
        verdict: "deny",
        path: ".gatehouse/rules.yaml",
      },
      { id: "guard", tier: "project", priority: 7, condition: 'toolName == "exec" && params.command' },
    ],
    issues: [],
  });
  const plain = await runCli(["list"], here);
  expect(plain.stdout).toContain("3 rules of 3 files, 0 errors, 0 warnings");
  expect(plain.stdout).not.toContain("\u001B");
});

test("list: an escape in a name does not reach the terminal", async () => {
  const here = at({ ".gatehouse/rules.yaml": RULES.replace("id: no-rm", 'id: "a\\u001b[2Jb"') });
  expect((await runCli(["list"], here)).stdout).not.toContain("\u001B");
});

test("an event that turns text around does not reach the terminal", async () => {
  const here = at({ "guard.md": HOOK });
  const { stdout } = await runCli(["test", "guard.md", "--params", '{"x":"\u202E"}'], here);
  expect(stdout).toContain("\\u{202e}");
  expect(stdout).not.toContain("\u202E");
});

test("colours only where they are wanted", async () => {
  const here = at({});
  expect((await runCli(["list"], { ...here, env: { FORCE_COLOR: "1" } })).stdout).toContain("\u001B[");
  expect(
    (await runCli(["list"], { ...here, env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).stdout,
  ).not.toContain("\u001B");
  expect((await runCli(["list", "--no-color"], { ...here, env: { FORCE_COLOR: "1" } })).stdout).not.toContain(
    "\u001B",
  );
});

test.each([
  ["a hook without a name", ".mayros/hooks/a.md", "---\nevents: message_sending\n---\nB"],
  ["an unknown event", ".mayros/hooks/a.md", "---\nname: a\nevents: mesage_sending\n---\nB"],
  ["front matter in another language", ".mayros/hooks/a.md", "---js\n{}\n---\nB"],
  ["broken YAML", ".gatehouse/a.yaml", "version: 1\npolicies: [\n"],
  ["a policy that says nothing", ".gatehouse/a.yaml", `${RULES}\n  - id: b\n    events: message_sending\n`],
  [
    "a misspelt deny beside a good policy",
    ".gatehouse/a.yaml",
    `${RULES}\n  - id: b\n    events: message_sending\n    denny: x\n`,
  ],
  ["duplicate keys in JSON", ".gatehouse/a.json", '{"version":1,"version":1,"policies":[]}'],
])("fail closed: %s denies what gates, and says where", async (_what, path, text) => {
  const here = at({ [path]: text });
  const decided = await runCli(["decide", "--json"], {
    ...here,
    stdin: '{"event":"message_sending","message":"hi"}',
  });
  expect(decided.code).toBe(1);
  expect(JSON.parse(decided.stdout)).toMatchObject({ effect: "deny", policy: `load-error:${path}` });
  expect(decided.stdout).toContain("cure:");
  expect(decided.stderr).toContain(path);
  const warned = await runCli(["decide", "--json", "--on-load-error", "warn"], {
    ...here,
    stdin: '{"event":"message_sending","message":"hi"}',
  });
  expect(warned.code).toBe(0);
  expect(JSON.parse(warned.stdout)).toMatchObject({
    effect: "abstain",
    warnings: [{ policy: `load-error:${path}` }],
  });
  expect((await runCli(["check"], here)).code).toBe(1);
  expect((await runCli(["reload"], here)).code).toBe(1);
});

test.each([
  [
    "a condition that does not parse: the hook runs always",
    ".mayros/hooks/a.md",
    HOOK.replace("params.command", "params."),
  ],
  ["two hooks of one name: both run", ".mayros/hooks/a.md", HOOK],
  [
    "a misspelt detail of a deny: it applies without it",
    ".gatehouse/a.yaml",
    RULES.replace("when:", "whenn:"),
  ],
])("%s, which is an error, yet no stand-in is needed", async (_what, path, text) => {
  const here = at({ [path]: text, ".mayros/hooks/guard.md": HOOK });
  const { stdout } = await runCli(["list", "--json"], here);
  const { policies, issues } = JSON.parse(stdout) as {
    policies: { id: string }[];
    issues: { severity: string }[];
  };
  expect(issues.some((issue) => issue.severity === "error")).toBe(true);
  expect(policies.filter((policy) => policy.id.startsWith("load-error:"))).toEqual([]);
});

test("a bad file never hides the good ones", async () => {
  const here = at({ ".mayros/hooks/a.md": "no front matter", ".gatehouse/rules.yaml": RULES });
  const { stdout } = await runCli(["decide", "--json"], {
    ...here,
    stdin: '{"event":"before_tool_call","toolName":"exec","params":{"command":"rm x"}}',
  });
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny", policy: "no-rm" });
});

test("a file that somebody names and that does not exist denies", async () => {
  const { stdout, code } = await runCli(["decide", "--json", "--policies", "missing.yaml"], {
    ...at({}),
    stdin: '{"event":"before_tool_call","toolName":"exec","params":{}}',
  });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ policy: "load-error:missing.yaml" });
});

test("enforced policies stand above what the project says, and --policies does not leave them out", async () => {
  const here = at({
    "org/rules.yaml": RULES,
    "mine.yaml": RULES.replace("no-rm", "yes")
      .replace("deny: not here", "allow: go on")
      .replace("expect: deny", "expect: allow"),
  });
  const { stdout } = await runCli(["decide", "--json", "--enforced", "org", "--policies", "mine.yaml"], {
    ...here,
    stdin: '{"event":"before_tool_call","toolName":"exec","params":{"command":"rm x"}}',
  });
  expect(JSON.parse(stdout)).toMatchObject({
    effect: "deny",
    policy: "no-rm",
    trace: [{ tier: "enforced" }],
  });
});

test("the configuration's `enabled: false` turns hooks off and says so; a project's file leaves the user's hooks on", async () => {
  const files = { ".mayros/hooks/guard.md": HOOK, "~/.mayros/hooks/mine.md": HOOK.replace("guard", "mine") };
  const config = "{ llmHooks: { enabled: false } }";
  const found = await runCli(["list", "--json"], at({ ...files, ".mayros/config.json5": config }));
  expect(JSON.parse(found.stdout)).toMatchObject({
    policies: [{ id: "mine" }],
    notices: [
      expect.stringMatching(/^the project's Mayros hooks are off: `enabled` is false in .*config\.json5$/),
    ],
  });
  const named = await runCli(["list", "--json", "--config", "c.json5"], at({ ...files, "c.json5": config }));
  expect(JSON.parse(named.stdout)).toMatchObject({ policies: [] });
});

test("the configuration's folders are read", async () => {
  const here = at({ "rules/guard.md": HOOK, "mayros.json5": '{ llmHooks: { projectHooksDir: "rules" } }' });
  expect(JSON.parse((await runCli(["list", "--json"], here)).stdout)).toMatchObject({
    policies: [{ id: "guard" }],
  });
});

test("a configuration with errors fails closed", async () => {
  const here = at({ "mayros.json5": "{ llmHooks: { projectHookDir: 'rules' } }" });
  const { stdout } = await runCli(["decide", "--json"], {
    ...here,
    stdin: '{"event":"before_tool_call","toolName":"exec","params":{}}',
  });
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
});

test.each([
  [
    "an event without a field of its kind",
    '{"event":"before_tool_call","params":{}}',
    1,
    /^ {2}malformed .*toolName/,
  ],
  ["a misspelt event", '{"event":"before_tool_cal"}', 1, /^ {2}no event is called `before_tool_cal`/],
  ["what is not an event", "[]", 2, /^ {2}invalid event: /],
])("decide: %s is refused, and the decision says so", async (_what, stdin, code, why) => {
  const decided = await runCli(["decide"], { ...at({}), stdin });
  const [first, second] = decided.stdout.split("\n");
  expect([decided.code, first]).toEqual([code, "deny  the event is refused"]);
  expect(second).toMatch(why);
});

test("test: which part of the condition does not hold, and what the judge would be told", async () => {
  const here = at({ "guard.md": HOOK });
  const without = await runCli(["test", "guard.md", "--json"], here);
  expect(JSON.parse(without.stdout)).toMatchObject({
    trials: [
      {
        applies: false,
        conditions: [
          {
            outcome: false,
            parts: [
              { text: 'toolName == "exec"', outcome: true },
              { text: "params.command", outcome: false },
            ],
          },
        ],
      },
    ],
  });
  const holding = await runCli(["test", "guard.md", "--params", '{"command":"ls"}', "--json"], here);
  const [trial] = (
    JSON.parse(holding.stdout) as {
      trials: { applies: boolean; prompt: { prompt: string }; decision?: unknown }[];
    }
  ).trials;
  expect(trial?.applies).toBe(true);
  expect(trial?.prompt.prompt).toContain("Deny it.");
  expect(trial?.decision).toBeUndefined();
  const other = await runCli(["test", "guard.md", "--event", "session_start", "--json"], here);
  expect(JSON.parse(other.stdout)).toMatchObject({ trials: [{ listens: false, applies: false }] });
});

test("test: runs the tests of a file; a failing one ends with 1 and says what differs", async () => {
  const here = at({ "good.yaml": RULES, "bad.yaml": RULES.replace("expect: deny", "expect: abstain") });
  const good = await runCli(["test", "good.yaml"], here);
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining("1 test passed, 0 failed")]);
  const bad = await runCli(["test", "bad.yaml"], here);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain('effect is "deny", expected "abstain"');
});

test("decide --output mayros: what the handlers of Mayros return", async () => {
  const here = at({ ".gatehouse/rules.yaml": RULES });
  const decide = async (stdin: string): Promise<unknown> =>
    JSON.parse((await runCli(["decide", "--output", "mayros"], { ...here, stdin })).stdout);
  expect(await decide('{"event":"before_tool_call","toolName":"exec","params":{"command":"rm x"}}')).toEqual({
    block: true,
    blockReason: "[no-rm] not here",
  });
  expect(await decide('{"event":"before_tool_call","toolName":"exec","params":{"command":"ls"}}')).toEqual(
    {},
  );
  expect(await decide("no event")).toMatchObject({ block: true, cancel: true });
});

test("cache: a store in memory lives as long as the process, and that is said", async () => {
  const { stdout } = await runCli(["cache", "--cache", "memory", "--json"], at({}));
  expect(JSON.parse(stdout)).toMatchObject({
    store: "memory",
    shared: false,
    notes: [expect.stringContaining("one process")],
    globalTtlMs: 300_000,
    scopes: { session: { entries: 0 }, global: { entries: 0 } },
  });
});

test.each([
  [["--version"], 0],
  [["--help"], 0],
  [["eval", "true"], 0],
  [["eval", "false"], 0],
  [["eval", "a =="], 2],
  [["eval", "x", "missing.json"], 2],
  [["eval"], 2],
  [["--nonsense"], 2],
  [["nonsense"], 2],
  [["decide", "a", "b", "c"], 2],
  [["decide", "--on-load-error", "maybe"], 2],
  [["decide", "missing.json"], 2],
  [["decide", "--output", "smoke"], 2],
  [["test", "missing.md"], 2],
  [["cache", "burn"], 2],
  [["load", "--format", "toml", "x"], 2],
  [["list", "--config", "missing.json5"], 0],
  [["check", "missing.yaml"], 2],
  [["parse-verdict"], 1],
  [["key"], 2],
])("%j ends with %i", async (args, code) => {
  expect((await runCli(args, at({}))).code).toBe(code);
});

test("an event that is none is bad input, and its decision is a deny", async () => {
  const ran = await runCli(["decide", "--json"], { ...at({}), stdin: "{}" });
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
    2,
    { effect: "deny", reason: expect.stringMatching(/^invalid event/) as string },
  ]);
  expect((await runCli(["decide"], { ...at({}), stdin: "nope" })).code).toBe(2);
});

test.each(["decide", "explain"])(
  "%s of what an agent sends names the command that takes it",
  async (command) => {
    const payload = { session_id: "1", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
    const ran = await runCli([command], { ...at({}), stdin: JSON.stringify(payload) });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("gatehouse hook AGENT")]);
    const other = await runCli([command], { ...at({}), stdin: "{}" });
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('{ "event": "before_tool_call"')]);
  },
);
