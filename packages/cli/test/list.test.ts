import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const folders: Folder[] = [];
afterAll(() => {
  for (const one of folders) one.remove();
});

const RULES = `version: 1
policies:
  - id: lint
    events: before_tool_call
    when: params.path.endsWith(".ts")
    command: { run: npm run lint, timeout: 5s }
  - id: off
    events: before_tool_call
    enabled: false
    when: toolName == "x"
    deny: no
  - id: shell
    events: before_tool_call
    tools: run_shell_command
    deny: no
  - id: fine
    events: before_tool_call
    when: params.command.includes("x")
    deny: no
`;

function here(files: Readonly<Record<string, string>>): { readonly cwd: string; readonly home: string } {
  const made = folder(files);
  folders.push(made);
  return { cwd: made.path, home: made.home };
}

interface Listed {
  readonly id: string;
  readonly handler: string;
  readonly command?: string;
  readonly inert: readonly { readonly kind: string; readonly host?: string; readonly cure?: string }[];
}

async function listed(
  at: ReturnType<typeof here>,
  ...more: readonly string[]
): Promise<ReadonlyMap<string, Listed>> {
  const { stdout, code } = await runCli(["list", "--json", ...more], at);
  expect(code).toBe(0);
  const { policies } = JSON.parse(stdout) as { readonly policies: readonly Listed[] };
  return new Map(policies.map((one) => [one.id, one]));
}

test("a policy whose file is not trusted is shown with what it would run, and that it does nothing", async () => {
  const at = here({ ".gatehouse/rules.yaml": RULES });
  const policies = await listed(at);
  expect(policies.get("lint")).toMatchObject({
    handler: "command",
    command: "npm run lint",
    timeoutMs: 5000,
    inert: [{ kind: "untrusted", cure: "read it, then run `gatehouse trust .gatehouse/rules.yaml`" }],
  });
  expect(policies.get("off")?.inert).toMatchObject([{ kind: "disabled" }]);
  expect(policies.get("fine")?.inert).toEqual([]);
  const { stdout } = await runCli(["list", "--verbose"], at);
  expect(stdout).toMatch(/^inert +project .* lint /m);
  expect(stdout).toContain("does nothing: it runs a command, and its file is not trusted: read it, then run");
  expect(stdout).toContain("runs npm run lint, at most 5000 ms");
  expect(stdout).toMatch(/^off +project .* off /m);
});

test("of the user it acts, and is on", async () => {
  const at = here({ "~/.gatehouse/rules.yaml": RULES });
  expect((await listed(at)).get("lint")).toMatchObject({ command: "npm run lint", inert: [] });
  expect((await runCli(["list", "--verbose"], at)).stdout).toMatch(/^on +user .* lint /m);
});

test("--host: what an agent never asks for", async () => {
  const at = here({ ".gatehouse/rules.yaml": RULES });
  const claude = await listed(at, "--host", "claude-code");
  expect(claude.get("shell")?.inert).toMatchObject([{ kind: "never-asked", host: "claude-code" }]);
  expect(claude.get("fine")?.inert).toEqual([]);
  expect((await listed(at, "--host", "gemini-cli")).get("shell")?.inert).toEqual([]);
  expect((await runCli(["list", "--host", "nobody"], at)).code).toBe(2);
});

test("policies of one name are told of each other, since all of them are in force", async () => {
  const one = (effect: string): string =>
    `version: 1\npolicies:\n  - id: same\n    events: before_tool_call\n    tools: Bash\n    ${effect}: why\n`;
  const at = here({ ".gatehouse/a.yaml": one("ask"), "~/.gatehouse/b.yaml": one("deny") });
  const { stdout } = await runCli(["list", "--json"], at);
  const { policies } = JSON.parse(stdout) as { policies: readonly Record<string, unknown>[] };
  const file = `${at.home}/.gatehouse/b.yaml`;
  expect(policies.map(({ tier, sameName }) => [tier, sameName])).toEqual([
    ["project", [{ tier: "user", path: file, line: 3 }]],
    ["user", [{ tier: "project", path: ".gatehouse/a.yaml", line: 3 }]],
  ]);
  const text = (await runCli(["list", "--verbose"], at)).stdout;
  expect(text).toContain(`same name as user ${file}:3; both are in force`);
  expect(text).toContain("same name as project .gatehouse/a.yaml:3; both are in force");
  // Both run: the stricter one decides.
  const event = '{"event":"before_tool_call","toolName":"Bash","params":{}}';
  expect((await runCli(["decide", "-"], { ...at, stdin: event })).code).toBe(1);
  const alone = here({ ".gatehouse/a.yaml": one("ask") });
  expect((await runCli(["list", "--json"], alone)).stdout).not.toContain("sameName");
});

const SUGAR = `version: 1
sets:
  keys: { paths: ["~/.ssh/**", "**/id_rsa"], except: ["**/*.pub"] }
  clouds: { programs: [terraform, pulumi] }
policies:
  - id: keys
    reads: [$keys, ./private/**]
    deny: no
    doubt: ask
  - id: clouds
    tools: Bash
    runs: $clouds
    does: git.*
    when: params.command.includes("apply")
    ask: no
  - id: plain
    events: before_tool_call
    ask: no
`;

test("--conditions: what sets and effects are compiled to, whole, is the same policy as a `when`", async () => {
  const at = here({ "sugar.yaml": SUGAR });
  const { stdout, code } = await runCli(["list", "--conditions", "--policies", "sugar.yaml"], {
    ...at,
    columns: 60,
    env: { NO_COLOR: "1" },
  });
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  const whenOf = (id: string): string =>
    lines[lines.findIndex((line) => line.startsWith(`${id}  `)) + 1]!.trim();
  expect(whenOf("plain")).toBe("applies always");
  expect(whenOf("keys")).toContain('facts.reads.any(r, !r.list && r.place != "container"');
  const written = (id: string, verdict: string, reason: string): string =>
    `  - id: ${JSON.stringify(id)}\n    events: before_tool_call\n    when: ${JSON.stringify(whenOf(id))}\n    ${verdict}: ${reason}\n`;
  writeFileSync(
    join(at.cwd, "plain.yaml"),
    `version: 1\npolicies:\n${written("keys", "deny", '"no"')}${written("keys?", "ask", '"perhaps no"')}${written("clouds", "ask", '"no"')}  - id: plain\n    events: before_tool_call\n    ask: "no"\n`,
  );
  const same = await runCli(["diff", "sugar.yaml", "plain.yaml"], at);
  expect([same.code, same.stdout]).toEqual([0, "0 changes of decisions, 0 looser\n"]);
  writeFileSync(
    join(at.cwd, "plain.yaml"),
    `version: 1\npolicies:\n${written("keys", "deny", '"no"')}${written("clouds", "ask", '"no"')}`,
  );
  expect((await runCli(["diff", "sugar.yaml", "plain.yaml"], at)).stdout).not.toMatch(/^0 changes/);
});

test("the rules are grouped by their files, a line and a sentence each, and what does nothing says why", async () => {
  const at = here({
    ".gatehouse/rules.yaml": RULES,
    "~/.gatehouse/own.yaml": "version: 1\nextends: pack/git\n",
  });
  const { stdout } = await runCli(["list"], at);
  expect(stdout).toMatch(/^\.gatehouse\/rules\.yaml  4 rules, 2 of them do nothing$/m);
  expect(stdout).toMatch(/^~\/\.gatehouse\/own\.yaml  \d+ rules$/m);
  expect(stdout).toMatch(/^ {2}inert +lint +runs npm run lint$/m);
  expect(stdout).toContain("does nothing: it runs a command, and its file is not trusted");
  expect(stdout).toMatch(/^ {2}off +off +no$/m);
  expect(stdout).toMatch(/^ {2}deny +git\/force-push +What others have fetched is not replaced$/m);
  expect(stdout).not.toMatch(/facts\.|PRIORITY/);
});

test.each([80, 120])("on a terminal of %i columns each rule is a line", async (columns) => {
  const at = here({ "~/.gatehouse/own.yaml": "version: 1\nextends: [pack/destructive]\n" });
  const { stdout } = await runCli(["list"], { ...at, columns, env: { NO_COLOR: "1" } });
  const lines = stdout.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  const rules = lines.filter((line) => /^ {2}(?:deny|ask) /.test(line));
  expect(rules.length).toBe((await listed(at)).size);
});

test("on a terminal many rules are a line for those of a pack; what does nothing keeps its own", async () => {
  const packs = "version: 1\nextends: [pack/git, pack/destructive, pack/secrets]\n";
  const at = here({ "~/.gatehouse/own.yaml": packs, ".gatehouse/rules.yaml": RULES });
  const { stdout } = await runCli(["list"], { ...at, columns: 80, env: { NO_COLOR: "1" } });
  const lines = stdout.split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(stdout).toMatch(/^ {2}deny, ask +secrets\/\* +\d+ rules: \w/m);
  expect(stdout).toMatch(/^ {2}inert +lint +runs npm run lint$/m);
  expect(stdout).toMatch(/^each rule by itself: gatehouse list --verbose$/m);
  const counted = lines.flatMap((line) => /\/\* +(\d+) rules: /.exec(line)?.[1] ?? []);
  const sum = counted.reduce((total, count) => total + Number(count), 0);
  expect(stdout).toMatch(new RegExp(`^~/\\.gatehouse/own\\.yaml {2}${sum} rules$`, "m"));
  // What is piped is read by line.
  expect((await runCli(["list"], at)).stdout).toMatch(/^ {2}deny +git\/force-push /m);
});
