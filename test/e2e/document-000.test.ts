// What the document "LLM Hooks" of Mayros promises, end to end: files on disk, the command, and a server that speaks
// the protocol of the model that its own hook names.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startAnthropicServer } from "../servers/anthropic-server.js";
import type { ModelRequest, ModelServer, ServerAnswer } from "../servers/model-server.js";
import { type Ran, runCli } from "../../packages/cli/test/run-cli.js";
import { gatehouse, root } from "./spawn-cli.js";

let server: ModelServer;
let answer: (request: ModelRequest) => ServerAnswer;
const folders: string[] = [];

/** Answers what the policy's text asks for: `SAY deny`. */
function obey({ prompt }: ModelRequest): ServerAnswer {
  const decision = /SAY (\w+)/.exec(prompt)?.[1] ?? "nothing";
  return { kind: "reply", text: JSON.stringify({ decision, reason: `told to ${decision}` }) };
}

beforeAll(async () => {
  server = await startAnthropicServer((request) => answer(request));
});
beforeEach(() => {
  answer = obey;
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project with hooks: the text of each file by its name. */
function project(hooks: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-e2e-"));
  folders.push(folder);
  const directory = path.join(folder, ".mayros/hooks");
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(hooks)) writeFileSync(path.join(directory, `${name}.md`), text);
  return folder;
}

function hook(name: string, fields: string, body: string): string {
  return `---\nname: ${name}\n${fields}\n---\n${body}\n`;
}

function environment(): Readonly<Record<string, string>> {
  return { ANTHROPIC_API_KEY: "test", ANTHROPIC_BASE_URL: server.baseUrl };
}

/** Runs the command in this process: a process each would take most of the time. */
function cli(cwd: string, args: readonly string[], stdin: string = ""): Promise<Ran> {
  return runCli(args, { cwd, home: path.join(cwd, "home"), stdin, env: environment() });
}

/** Decides events one after another in one process. */
async function decideAll(
  cwd: string,
  events: readonly object[],
  args: readonly string[] = ["--output", "mayros"],
): Promise<{ readonly rows: unknown[]; readonly asked: readonly ModelRequest[] }> {
  const before = server.requests.length;
  const ran = await cli(
    cwd,
    ["decide", "--jsonl", ...args],
    events.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  expect(ran.code).toBe(0);
  const rows = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  return { rows, asked: server.requests.slice(before) };
}

function exec(command: string, sessionKey: string = "s"): object {
  return { event: "before_tool_call", toolName: "exec", params: { command }, sessionKey, agentId: "a" };
}

test("the document's hook: a forced push to a protected branch is blocked, others pass, and others are not even asked about", async () => {
  answer = ({ prompt }) => ({
    kind: "reply",
    text: prompt.includes("origin main")
      ? '{"decision":"deny","reason":"main is protected"}'
      : '{"decision":"approve","reason":"The command only reads from a safe branch"}',
  });
  const folder = project({});
  cpSync(
    path.join(root, "examples/project/.mayros/hooks/no-force-push.md"),
    path.join(folder, ".mayros/hooks/a.md"),
  );
  const { rows, asked } = await decideAll(folder, [
    exec("git push --force origin main"),
    exec("git push --force origin topic"),
    exec("git push origin main"),
    exec("git push --force origin main"),
    { event: "after_tool_call", toolName: "exec", params: { command: "git push --force origin main" } },
  ]);
  const blocked = { block: true, blockReason: "[no-force-push] main is protected" };
  expect(rows).toEqual([blocked, {}, {}, blocked, {}]);
  // The fourth event is the first one again: the answer is kept.
  expect(asked).toHaveLength(2);
  expect(asked[0]?.body["model"]).toBe("claude-sonnet-4-20250514");
  expect(asked[0]?.prompt).toContain("# No Force Push Policy");
  expect(asked[0]?.prompt).toContain("git push --force origin main");
  expect(asked[0]?.prompt).not.toContain("{{context}}");
});

test("the document's hook, one event a process: exit code 1 when it is denied", async () => {
  answer = () => ({ kind: "reply", text: '{"decision":"deny","reason":"main is protected"}' });
  const folder = project({});
  cpSync(
    path.join(root, "examples/project/.mayros/hooks/no-force-push.md"),
    path.join(folder, ".mayros/hooks/a.md"),
  );
  const spawned = (command: string) =>
    gatehouse(["decide"], { cwd: folder, env: environment(), stdin: JSON.stringify(exec(command)) });
  const denied = await spawned("git push --force origin main");
  expect([denied.code, denied.stderr]).toEqual([1, ""]);
  expect(denied.stdout).toMatch(/^deny {2}no-force-push\n {2}main is protected\n/);
  const passed = await spawned("git push origin main");
  expect([passed.code, passed.stdout]).toEqual([0, "abstain  no policy decided\n"]);
});

test("without a model, the document's hook blocks: a failure never approves", async () => {
  const folder = project({});
  cpSync(
    path.join(root, "examples/project/.mayros/hooks/no-force-push.md"),
    path.join(folder, ".mayros/hooks/a.md"),
  );
  const ran = await runCli(["decide", "--json"], {
    cwd: folder,
    stdin: JSON.stringify(exec("git push --force origin main")),
  });
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, { effect: "deny", policy: "no-force-push" }]);
  expect(ran.stderr).toContain("ANTHROPIC_API_KEY");
});

test("the example conditions of the document", async () => {
  const rows: readonly (readonly [expr: string, context: object, value: boolean])[] = [
    ['toolName == "exec"', { toolName: "exec" }, true],
    ['toolName == "exec"', { toolName: "read" }, false],
    ['params.command.includes("rm")', { params: { command: "rm -rf x" } }, true],
    ['params.command.includes("rm")', { params: { command: "ls" } }, false],
    ['params.command.includes("rm")', {}, false],
    ["!sessionKey", {}, true],
    ["!sessionKey", { sessionKey: "s" }, false],
    [
      'toolName == "exec" && params.command.startsWith("git")',
      { toolName: "exec", params: { command: "git x" } },
      true,
    ],
    [
      'toolName == "exec" && params.command.startsWith("git")',
      { toolName: "exec", params: { command: "ls" } },
      false,
    ],
  ];
  const stdin = rows.map(([expr, context]) => `${JSON.stringify({ expr, context })}\n`).join("");
  const { stdout } = await runCli(["eval", "--jsonl"], { stdin });
  const values = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { value: boolean }).value);
  expect(values).toEqual(rows.map(([, , value]) => value));
});

test("a condition that does not parse: the hook always runs, and the error is told", async () => {
  const folder = project({ a: hook("a", "events: before_tool_call\ncondition: toolName ==", "SAY deny") });
  const { rows } = await decideAll(folder, [exec("ls")]);
  expect(rows).toEqual([{ block: true, blockReason: "[a] told to deny" }]);
  const check = await cli(folder, ["check"]);
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/^\.mayros\/hooks\/a\.md:4:\d+ error /);
});

const EVENTS: readonly (readonly [event: string, decision: string, output: object])[] = [
  ["before_tool_call", "approve", {}],
  ["before_tool_call", "deny", { block: true, blockReason: "[h] told to deny" }],
  ["before_tool_call", "warn", {}],
  ["after_tool_call", "deny", {}],
  ["message_sending", "approve", {}],
  ["message_sending", "deny", { cancel: true, cancelReason: "[h] told to deny" }],
  ["message_sending", "warn", { modified: true, modifiedReason: "[h] told to warn" }],
  ["before_prompt_build", "approve", {}],
  ["before_prompt_build", "warn", { prependContext: "[h] told to warn" }],
  ["before_agent_start", "approve", {}],
  ["before_agent_start", "deny", { prependContext: "[DENIED: h] told to deny" }],
  ["session_start", "deny", {}],
  ["session_end", "deny", {}],
];

test("every event of the document has the documented output", async () => {
  const folder = project({
    h: hook(
      "h",
      "events: before_tool_call, after_tool_call, message_sending, before_prompt_build, before_agent_start, session_start, session_end",
      "Obey: SAY {{say}}",
    ),
  });
  answer = ({ prompt }) => {
    const decision = /approve-please|deny-please|warn-please/.exec(prompt)?.[0].split("-")[0];
    return { kind: "reply", text: JSON.stringify({ decision, reason: `told to ${decision}` }) };
  };
  const { rows } = await decideAll(
    folder,
    EVENTS.map(([event, decision]) => ({
      event,
      toolName: "exec",
      params: {},
      message: "hello",
      say: `${decision}-please`,
      sessionKey: "s",
    })),
  );
  expect(rows).toEqual(EVENTS.map(([, , output]) => output));
});

test("hooks run in the order of their priority, and the first deny ends it", async () => {
  const hooks = {
    low: hook("low", "events: before_tool_call\npriority: 1", "SAY deny, too"),
    middle: hook("middle", "events: before_tool_call", "SAY deny"),
    high: hook("high", "events: before_tool_call\npriority: 200", "SAY warn"),
  };
  const folder = project(hooks);
  const { rows, asked } = await decideAll(folder, [exec("ls")], []);
  expect(rows).toMatchObject([
    {
      effect: "deny",
      policy: "middle",
      warnings: [{ policy: "high" }],
      trace: [
        { policy: "high", verdict: "warn" },
        { policy: "middle", verdict: "deny" },
      ],
    },
  ]);
  expect(asked).toHaveLength(2);
});

test.each([
  ["none", [4, 5, 6]],
  ["session", [1, 2, 3]],
  ["global", [1, 1, 1]],
])(
  "cache scope %s: questions asked after four equal events, a new session, and its end",
  async (scope, counts) => {
    const folder = project({ a: hook("a", `events: before_tool_call\ncache: ${scope}`, "SAY approve") });
    const again = exec("ls");
    const start = { event: "session_start", sessionKey: "s" };
    const end = { event: "session_end", sessionKey: "s" };
    const { rows, asked } = await decideAll(
      folder,
      [again, again, again, again, start, again, end, again],
      [],
    );
    const sources = rows.flatMap((row) =>
      (row as { trace: { source: string }[] }).trace.map((entry) => entry.source),
    );
    const judged = (upTo: number): number =>
      sources.slice(0, upTo).filter((source) => source === "judge").length;
    expect([judged(4), judged(5), judged(6)]).toEqual(counts);
    expect(asked).toHaveLength(counts[2] ?? 0);
  },
);

test("another session's start leaves a session's answers alone", async () => {
  const folder = project({ a: hook("a", "events: before_tool_call", "SAY approve") });
  const { asked } = await decideAll(folder, [
    exec("ls", "one"),
    { event: "session_start", sessionKey: "two" },
    exec("ls", "one"),
  ]);
  expect(asked).toHaveLength(1);
});

test("a question is what the judge sees: one that names a part of the event is the same in every session", async () => {
  const folder = project({
    part: hook("part", "events: before_tool_call\ncache: global", "SAY approve to {{params.command}}"),
  });
  const events = ["s1", "s1", "s2"].map((session) => exec("ls", session));
  expect((await decideAll(folder, events)).asked).toHaveLength(1);
  const other = await decideAll(folder, [exec("ls"), exec("pwd"), exec("ls", "s3")]);
  expect(other.asked).toHaveLength(2);
  // Without placeholders the judge sees the whole event, its session among it.
  const whole = project({ whole: hook("whole", "events: before_tool_call\ncache: global", "SAY approve") });
  const { asked } = await decideAll(whole, events);
  expect([asked.length, asked.every(({ prompt }) => prompt.includes('"sessionKey":"s'))]).toEqual([2, true]);
  // Where the event has nothing of what the text names, as well.
  const none = project({
    none: hook("none", "events: before_tool_call\ncache: global", "SAY approve to {{params.path}}"),
  });
  const unnamed = await decideAll(none, events);
  expect([
    unnamed.asked.length,
    unnamed.asked.every(({ prompt }) => prompt.includes('"command":"ls"')),
  ]).toEqual([2, true]);
});

test("the model is offered the document's three decisions, and no other counts", async () => {
  answer = () => ({ kind: "reply", text: '{"decision":"ask","reason":"who knows"}' });
  const folder = project({ a: hook("a", "events: before_tool_call", "Judge it.") });
  const { rows, asked } = await decideAll(folder, [exec("ls")], []);
  expect(rows).toMatchObject([{ effect: "deny", trace: [{ failure: { code: "bad-reply" } }] }]);
  const [request] = asked;
  expect(request?.system).toContain('"approve" | "warn" | "deny"');
  expect(JSON.stringify(request?.body)).not.toMatch(/"ask"|\\"ask\\"/);
});

test("an approval that gives no reason is an approval; a deny that gives none still blocks", async () => {
  answer = ({ prompt }) => ({ kind: "reply", text: `{"decision":"${/SAY (\w+)/.exec(prompt)?.[1]}"}` });
  const folder = project({ a: hook("a", "events: before_tool_call", "{{params.command}}") });
  const { rows } = await decideAll(folder, [exec("SAY approve"), exec("SAY deny"), exec("SAY warn")], []);
  expect(rows).toMatchObject([{ effect: "abstain" }, { effect: "deny" }, { effect: "deny" }]);
});

test("a README beside the hooks, and another system's hooks in a sub-folder, stop nothing", async () => {
  const folder = project({ README: "# Our hooks\n\nOne file each.\n" });
  const managed = path.join(folder, ".mayros/hooks/managed");
  mkdirSync(managed);
  writeFileSync(path.join(managed, "HOOK.md"), "---\nname: managed\nmetadata: {}\n---\n# Managed\n");
  const { rows, asked } = await decideAll(folder, [exec("ls"), { event: "message_sending", message: "m" }]);
  expect([rows, asked.length]).toEqual([[{}, {}], 0]);
  const check = await cli(folder, ["check"]);
  expect([check.code, check.stdout]).toEqual([0, expect.stringContaining("README.md:1:1 warning ")]);
  expect(check.stdout).toContain("managed");
});

test.each([
  ["prose", "Sure, that is fine."],
  ["an unknown decision", '{"decision":"maybe","reason":"x"}'],
  ["two answers", '{"decision":"approve","reason":"x"} {"decision":"deny","reason":"y"}'],
  ["nothing", ""],
])("a reply that is no answer blocks: %s", async (_what, text) => {
  answer = () => ({ kind: "reply", text });
  const folder = project({ a: hook("a", "events: before_tool_call", "Judge it.") });
  const { rows } = await decideAll(folder, [exec("ls")], []);
  expect(rows).toMatchObject([{ effect: "deny", policy: "a", trace: [{ failure: { onFailure: "deny" } }] }]);
});

test("a judge that fails before the agent starts is said", async () => {
  answer = () => ({ kind: "reply", text: "I would rather not say" });
  const folder = project({
    a: hook("a", "events: before_agent_start, before_prompt_build, before_tool_call", "Judge it."),
  });
  const { rows } = await decideAll(folder, [
    { event: "before_agent_start", agentId: "x", sessionKey: "s" },
    { event: "before_prompt_build", agentId: "x", sessionKey: "s" },
  ]);
  const [atStart, atPrompt] = rows.map((row) => (row as { readonly prependContext: string }).prependContext);
  expect(atStart).toMatch(/^\[FAILED: a\] .*I would rather not say/);
  expect(atPrompt).toMatch(/^\[a\] .*I would rather not say/);
});

test("a hook's timeout ends the wait, and blocks", async () => {
  answer = () => ({ kind: "hang" });
  const folder = project({ a: hook("a", "events: before_tool_call\ntimeout: 300", "Judge it.") });
  const { rows } = await decideAll(folder, [exec("ls")], []);
  expect(rows).toMatchObject([{ effect: "deny", trace: [{ failure: { code: "timeout" } }] }]);
});

test("the fields of the front matter and their defaults", async () => {
  const text = hook("n", "events: before_tool_call", "Body");
  const { stdout } = await runCli(["load", "--jsonl"], {
    stdin: `${JSON.stringify({ format: "mayros", path: "n.md", text })}\n`,
  });
  const { policies, issues } = JSON.parse(stdout) as {
    policies: readonly object[];
    issues: readonly object[];
  };
  expect(issues).toEqual([]);
  expect(policies).toMatchObject([
    {
      name: "n",
      events: ["before_tool_call"],
      timeoutMs: 15_000,
      cache: "session",
      priority: 100,
      enabled: true,
    },
  ]);
  expect(Object.keys(policies[0] ?? {})).not.toContain("condition");
  expect(Object.keys(policies[0] ?? {})).not.toContain("model");
});

const CONFIG = `{
  llmHooks: {
    enabled: true,
    projectHooksDir: ".mayros/hooks",
    userHooksDir: "~/.mayros/hooks",
    defaultModel: "anthropic/claude-sonnet-4-20250514",
    defaultTimeoutMs: 15000,          // 1000–120000
    defaultCache: "session",          // "none" | "session" | "global"
    maxConcurrentEvals: 3,            // 1–10
    globalCacheTtlMs: 300000,         // >= 10000 (5 min default)
  }
}
`;

test("the document's configuration loads, and its commands show what is in force", async () => {
  const folder = project({ a: hook("a", "events: before_tool_call\nenabled: false", "SAY deny") });
  writeFileSync(path.join(folder, "config.json5"), CONFIG);
  mkdirSync(path.join(folder, "home/.mayros/hooks"), { recursive: true });
  writeFileSync(
    path.join(folder, "home/.mayros/hooks/b.md"),
    hook("b", "events: message_sending", "SAY deny"),
  );
  const list = await cli(folder, ["list", "--json", "--config", "config.json5"]);
  expect(JSON.parse(list.stdout)).toMatchObject({
    policies: [
      { name: "a", tier: "project", enabled: false, events: ["before_tool_call"], priority: 100 },
      { name: "b", tier: "user", enabled: true, events: ["message_sending"] },
    ],
    issues: [],
  });
  const reload = await cli(folder, ["reload", "--config", "config.json5"]);
  expect([reload.code, reload.stdout]).toEqual([
    0,
    "loaded: 2 policies (1 enabled) of 2 files, 0 errors, 0 warnings\n",
  ]);
  const cache = await cli(folder, ["cache", "--config", "config.json5"]);
  expect(cache.stdout).toContain("global TTL  300 s");
  const test = await cli(folder, [
    "test",
    ".mayros/hooks/a.md",
    "--tool",
    "exec",
    "--params",
    '{"command":"ls"}',
  ]);
  expect(test.stdout).toContain("disabled: it would not run");
  expect(test.stdout).toContain("SAY deny");
});

test("a disabled hook does not run", async () => {
  const folder = project({ a: hook("a", 'events: before_tool_call\nenabled: "false"', "SAY deny") });
  const { rows } = await decideAll(folder, [exec("ls")]);
  expect(rows).toEqual([{}]);
});

test("`test` of a hook file is a dry run: whether it applies, and all that the judge would be told", async () => {
  const folder = project({
    a: hook(
      "a",
      'events: before_tool_call\ncondition: params.command.includes("rm")',
      "SAY {{params.command}}",
    ),
  });
  const file = ".mayros/hooks/a.md";
  const without = await cli(folder, ["test", file]);
  expect([without.code, without.stdout]).toEqual([
    0,
    expect.stringContaining('params.command.includes("rm")'),
  ]);
  expect(without.stdout).not.toContain("no tests");
  const applies = await cli(folder, ["test", file, "--tool", "exec", "--params", '{"command":"rm x"}']);
  expect([applies.code, applies.stdout]).toEqual([0, expect.stringContaining('"rm x"')]);
  expect(applies.stdout).toContain('"approve" | "warn" | "deny"');
});

test.each(["none", "session", "global"])(
  "a denied action does not pass on its second try, nor on its third when the judge is gone: cache %s",
  async (scope) => {
    let tries = 0;
    answer = () =>
      ++tries === 1
        ? { kind: "reply", text: '{"decision":"deny","reason":"no"}' }
        : { kind: "reply", text: "" };
    const folder = project({
      a: hook("a", `events: before_tool_call\ncache: ${scope}`, "Judge {{params.command}}."),
    });
    const again = [exec("rm -rf x"), exec("rm -rf x"), exec("rm -rf x"), exec("rm -rf x", "another session")];
    const { rows, asked } = await decideAll(folder, again, []);
    expect(rows.map((row) => (row as { effect: string }).effect)).toEqual(["deny", "deny", "deny", "deny"]);
    expect(asked).toHaveLength({ none: 4, session: 2, global: 1 }[scope] ?? 0);
  },
);
