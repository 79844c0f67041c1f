import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Terminal } from "../../console/src/terminal.js";
import { folder, type Folder, runCli } from "./run-cli.js";

const folders: Folder[] = [];
afterAll(() => {
  for (const one of folders) one.remove();
});

function here(files: Readonly<Record<string, string>> = {}): { readonly cwd: string; readonly home: string } {
  const made = folder(files);
  folders.push(made);
  return { cwd: made.path, home: made.home };
}

/** A person who types these lines, and then goes away. */
function typing(...lines: readonly string[]): Terminal & { readonly read: string[] } {
  const left = [...lines];
  const read: string[] = [];
  return {
    read,
    tell: (text) => void read.push(text),
    ask: (question) => {
      read.push(question);
      return Promise.resolve(left.shift());
    },
  };
}

function flags(stop: string, of: string, effect = "deny"): readonly string[] {
  return ["new", "--stop", stop, "--of", of, "--effect", effect, "--reason", "ask: a #person"];
}

async function effectOf(
  at: ReturnType<typeof here>,
  toolName: string,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  const event = { event: "before_tool_call", toolName, params };
  const { stdout } = await runCli(["decide", "--json"], { ...at, stdin: JSON.stringify(event) });
  return (JSON.parse(stdout) as { readonly effect: unknown }).effect;
}

test.each([
  [
    "command",
    "git push --force",
    "Bash",
    { command: "cd a && git push origin main -f" },
    { command: "git push" },
  ],
  ["command", "rm -rf build", "Bash", { command: "rm --force -r build" }, { command: "rm -rf other" }],
  ["write", "deploy/", "Bash", { command: "sed -i s/a/b/ deploy/a.yaml" }, { command: "cat deploy/a.yaml" }],
  ["read", ".env", "Bash", { command: "base64 < .env" }, { command: "cat .envrc" }],
  ["mcp", "github/delete_*", "mcp__github__delete_repo", { a: "b" }, null],
  [
    "network",
    "https://Paste.example/new",
    "Bash",
    { command: "curl paste.example" },
    { command: "curl a.example" },
  ],
  ["tool", "WebSearch", "WebSearch", { query: "x" }, null],
] as const)(
  "a policy about %s %s stops it however it is written",
  async (stop, of, toolName, stopped, passed) => {
    const at = here();
    const made = await runCli([...flags(stop, of), "--json"], at);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const report = JSON.parse(made.stdout) as {
      readonly tests: readonly { readonly differences: unknown }[];
    };
    expect(report).toMatchObject({ written: true, issues: [] });
    expect(report.tests.length).toBeGreaterThanOrEqual(3);
    expect(await effectOf(at, toolName, stopped)).toBe("deny");
    if (passed !== null) expect(await effectOf(at, toolName, passed)).toBe("abstain");
    expect(await effectOf(at, "mcp__another__tool", {})).toBe("abstain");
    expect((await runCli(["test", "--require-tests"], at)).code).toBe(0);
  },
);

test.each(["deny", "ask", "warn"])("the effect %s and the reason are as given", async (effect) => {
  const at = here();
  expect((await runCli([...flags("command", "npm publish", effect)], at)).code).toBe(0);
  expect(readFileSync(join(at.cwd, ".gatehouse/npm-publish.yaml"), "utf8")).toContain(
    `    ${effect}: "ask: a #person"\n`,
  );
  expect((await runCli(["test"], at)).stdout).toContain("4 tests passed, 0 failed");
});

test("nothing that is there is replaced: not a file, and not a policy of that name elsewhere", async () => {
  const at = here({
    ".gatehouse/mine.yaml": "# mine\nversion: 1\npolicies: []\n",
    "~/.gatehouse/rules.yaml":
      'version: 1\npolicies:\n  - id: theirs\n    events: before_tool_call\n    when: toolName == "x"\n    deny: no\n',
  });
  const [, ...rest] = flags("command", "npm publish");
  const file = await runCli(["new", "mine", ...rest], at);
  expect(file).toMatchObject({ code: 2, stdout: "" });
  expect(file.stderr).toContain("is there already");
  expect(readFileSync(join(at.cwd, ".gatehouse/mine.yaml"), "utf8")).toMatch(/^# mine/);
  const policy = await runCli(["new", "theirs", ...rest], at);
  expect(policy.code).toBe(2);
  expect(policy.stderr).toContain("there is a policy `theirs`");
  expect(existsSync(join(at.cwd, ".gatehouse/theirs.yaml"))).toBe(false);
});

test.each([
  [["new"], "--stop, --of, --effect, --reason is missing"],
  [["new", "--stop", "command", "--of", "ls", "--effect", "ask"], "--reason is missing"],
  [["new", "--stop", "everything"], "--stop is `everything`"],
  [["new", "--of", "ls"], "--of without --stop"],
  [["new", "--effect", "allow"], "--effect is `allow`"],
  [["new", "../up", "--stop", "command"], "`../up` is not a name"],
  [flags("command", "a; b"), "is not one command"],
  [flags("command", '"$X" y'), "is not one command"],
  [["new", "all", ...flags("tool", "*").slice(1)], "lets pass"],
  [flags("network", "a b"), "is not a host"],
  [flags("read", "it's.txt"), "is not a path"],
])("%j is refused with the cure, and nothing is written", async (args, why) => {
  const at = here();
  const ran = await runCli(args, at);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toContain(why);
  expect(ran.stderr.split("\n")[1]).toMatch(/^ {2}\S/);
  expect(existsSync(join(at.cwd, ".gatehouse"))).toBe(false);
});

test("a person is asked for what is missing, and sees what a text matches before the next question", async () => {
  const at = here();
  const terminal = typing("7", "command", "a; b", "git push --force", "", "push without force");
  const ran = await runCli(["new", "pushing"], { ...at, terminal });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain("4 tests passed, 0 failed in 1 file\ncheck: 0 errors, 0 warnings\n");
  const told = terminal.read.join("\n");
  expect(told).toContain("`7` is not an answer; write a number from 1 to 6");
  expect(told).toContain("`a; b` is not one command");
  expect(told).toContain('  when         facts.commands.any(c, c.program == "git" && c.sub == "push"');
  expect(told.indexOf("lets pass    git push")).toBeLessThan(told.indexOf("deny, ask or warn"));
  expect(readFileSync(join(at.cwd, ".gatehouse/pushing.yaml"), "utf8")).toContain(
    "deny: push without force\n",
  );
});

test("no answer writes nothing", async () => {
  const at = here();
  const ran = await runCli(["new"], { ...at, terminal: typing("command") });
  expect(ran).toMatchObject({ code: 1, stdout: "no answer: nothing was written\n" });
  expect(existsSync(join(at.cwd, ".gatehouse"))).toBe(false);
});

test("--user: below the home folder", async () => {
  const at = here();
  expect((await runCli([...flags("command", "npm publish"), "--user"], at)).code).toBe(0);
  expect(existsSync(join(at.home, ".gatehouse/npm-publish.yaml"))).toBe(true);
  expect(await effectOf(at, "Bash", { command: "npm publish" })).toBe("deny");
});

describe("from the last call of an agent", () => {
  const RULES = `version: 1
policies:
  - { id: calls, events: before_tool_call, tools: [Bash, Read, "mcp__*"], ask: sure? }
`;
  const OFF = '{"version":1,"ownConfig":"off"}';
  const ANSWERED = ["--effect", "deny", "--reason", "ask a person"];

  /** A project in which an agent has done this. */
  async function after(tool: string, input: object): Promise<ReturnType<typeof here>> {
    const at = here({ "~/.gatehouse/rules.yaml": RULES, "~/.gatehouse/settings.json": OFF });
    const call = { session_id: "s", cwd: at.cwd, hook_event_name: "PreToolUse", tool_name: tool };
    await runCli(["hook", "claude-code"], { ...at, stdin: JSON.stringify({ ...call, tool_input: input }) });
    return at;
  }

  test.each([
    ["Bash", { command: "npm publish --tag next" }, { command: "npm publish --tag next --dry-run" }],
    ["mcp__github__delete_repo", { name: "x" }, { name: "y" }],
  ])("%s: a rule that stops it, with tests", async (tool, input, again) => {
    const at = await after(tool, input);
    const made = await runCli(["new", "--from-last", ...ANSWERED], at);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("tests passed, 0 failed");
    expect(await effectOf(at, tool, again as Readonly<Record<string, string>>)).toBe("deny");
  });

  test("a person is asked for the answer alone, and which command of several is meant", async () => {
    const terminal = typing("git push --force", "", "push without force");
    const at = await after("Bash", { command: "cd sub && git push --force" });
    expect(await runCli(["new", "--from-last"], { ...at, terminal })).toMatchObject({ code: 0 });
    const told = terminal.read.join("\n");
    expect(told).not.toContain("What should be stopped?");
    expect(told).toContain("`cd sub && git push --force` is not one command");
    expect(await effectOf(at, "Bash", { command: "git push -f" })).toBe("deny");
  });

  test.each([
    ["Bash", { command: `GITHUB_TOKEN=ghp_${"a1B2".repeat(9)} git push` }, [], "is not the whole of it"],
    ["Read", { file_path: "/etc/hosts" }, [], "is not the whole of it"],
    ["Write", { file_path: "/etc/hosts", content: "" }, [], "no call is kept"],
    ["Bash", { command: "ls" }, ["--of", "x"], "--from-last with --stop or --of"],
  ] as const)("%s %j %j is refused, and nothing is written", async (tool, input, more, why) => {
    const at = await after(tool, input);
    const ran = await runCli(["new", "--from-last", ...more, ...ANSWERED], at);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain(why);
    expect(existsSync(join(at.cwd, ".gatehouse"))).toBe(false);
  });
});
