import { IMPORTERS, importRules } from "@gatehouse-hooks/hosts/import";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { agentsHome } from "./init/agents-home.js";
import { person } from "./person.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

let here: Folder | undefined;
afterEach(() => {
  here?.remove();
  here = undefined;
});

const SETTINGS = JSON.stringify({
  permissions: { deny: ["Bash(git push:*)", "Write(x)"], allow: ["Bash(npm test)"] },
});
const HOOKIFY =
  "---\nname: no-rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\naction: block\n---\nNot here.\n";

/** A file of every kind that is imported, with rules that allow, ask and deny where it has such rules. */
const RULE_FILES: readonly (readonly [name: string, text: string])[] = [
  [
    ".claude/settings.json",
    JSON.stringify({
      permissions: {
        deny: ["Bash(git push:*)", "Read(./secrets/**)", "mcp__db__drop"],
        ask: ["Bash(docker *)", "WebFetch(domain:example.com)"],
        allow: ["Bash(npm run test:*)", "Bash(ls)", "Bash(git commit:*)", "Edit(src/**)", "mcp__gh__get_*"],
      },
    }),
  ],
  [".claude/settings.local.json", JSON.stringify({ permissions: { allow: ["Bash", "WebSearch"] } })],
  [".claude/hookify.no-rm.local.md", HOOKIFY],
  [
    ".safety-net.json",
    JSON.stringify({
      version: 1,
      rules: [
        { name: "no-add-all", command: "git", subcommand: "add", block_args: ["-A"], reason: "by name" },
      ],
    }),
  ],
  [
    ".codex/rules/default.rules",
    'prefix_rule(pattern=["git", "push"], decision="forbidden")\nprefix_rule(pattern=["npm", ["test", "ci"]], decision="allow")\nprefix_rule(pattern=["docker"], decision="prompt")\n',
  ],
  [
    ".gemini/policies/a.toml",
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 200\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm test"\ndecision = "allow"\npriority = 100\n',
  ],
  [".gemini/settings.json", JSON.stringify({ tools: { exclude: ["web_fetch"], allowed: ["read_file"] } })],
  [
    ".cursor/cli.json",
    JSON.stringify({ permissions: { allow: ["Shell(ls)", "Read(docs/**)"], deny: ["Shell(rm)"] } }),
  ],
  [
    "opencode.json",
    JSON.stringify({ permission: { bash: { "*": "ask", "git status *": "allow" }, edit: "deny" } }),
  ],
  ["opencode.jsonc", JSON.stringify({ permission: { bash: "allow", webfetch: "ask" } })],
  [
    ".cursor/hooks.json",
    JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: "prompt", prompt: "Is it safe?" }] } }),
  ],
  [
    ".github/hooks/a.json",
    JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: "prompt", prompt: "Is it safe?" }] } }),
  ],
  [
    "agent.yaml",
    'permissions:\n  allow: ["shell:cmd=git status*", "read_*"]\n  ask: ["shell:cmd=git push*"]\n  deny: ["shell:cmd=*sudo*"]\n',
  ],
];

function start(
  files: Readonly<Record<string, string | Uint8Array>>,
): (...args: readonly string[]) => Promise<Ran> {
  here = folder(files);
  const { path, home } = here;
  return async (...args) => await runCli(["import", ...args], { cwd: path, home });
}
const path = (...names: readonly string[]): string => join(here?.path ?? "", ...names);

describe("gatehouse import", () => {
  test("finds the files of the project and of the user, writes what loads, checks and tests", async () => {
    const run = start({
      ".claude/settings.json": SETTINGS,
      ".claude/hookify.no-rm.local.md": HOOKIFY,
      "~/.claude/settings.json": '{"permissions":{"ask":["Bash(docker *)"]}}',
    });
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain(".claude/settings.json:1:44 not kept");
    expect(stdout).toContain("a dead rule");
    expect(stdout).toContain("wrote .gatehouse/imported.yaml: 3 policies, 6 tests passed");
    const own = readFileSync(join(here?.home ?? "", ".gatehouse", "imported.yaml"), "utf8");
    expect(own).toContain("Bash(docker *)");
    expect(own).not.toContain("git push");
    const place = { cwd: path(), home: here?.home ?? "" };
    const checked = await runCli(["check", ".gatehouse/imported.yaml"], place);
    expect([checked.code, /\b0 errors/.test(checked.stdout)]).toEqual([0, true]);
    expect((await runCli(["test", ".gatehouse/imported.yaml"], place)).stdout).toContain("6 tests passed");
    const stdin = JSON.stringify({
      event: "before_tool_call",
      toolName: "Bash",
      params: { command: "git -C x push" },
    });
    expect((await runCli(["decide"], { ...place, stdin })).code).toBe(1);
  });

  test("the exit code says that a rule which denies is not kept", async () => {
    const run = start({ "opencode.json": '{"permission":{"frob":{"a":"deny"},"bash":{"rm *":"deny"}}}' });
    const { code, stdout } = await run("opencode.json", "--out", "rules.yaml");
    expect(stdout).toContain("wrote rules.yaml: 1 policy");
    expect(stdout).toMatch(/not kept "a":"deny"/);
    expect(code).toBe(1);
  });

  test("what is written is YAML, and called so", async () => {
    const run = start({ "opencode.json": '{"permission":{"bash":{"rm *":"deny"}}}' });
    const { code, stderr } = await run("opencode.json", "--out", "rules");
    expect(stderr).toContain("name a file that ends in .yaml");
    expect(code).toBe(2);
  });

  test("what is written of a docker-agent file needs no correction", async () => {
    const run = start({
      "agent.yaml": `permissions:
  allow: ["shell:cmd=git status*", "read_*"]
  ask: ["shell:cmd=git push*", "fetch:n=1*"]
  deny: ["shell:cmd=*sudo*", "write_file:path=*"]
agents: { root: { add_date: true } }
`,
    });
    expect(await run("agent.yaml")).toMatchObject({ code: 0 });
    const checked = await runCli(["check"], { cwd: path(), home: here?.home ?? "" });
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/^1 file: 0 errors, 0 warnings$/m),
    ]);
  });

  test("there is a file of every importer", () => {
    const read = RULE_FILES.map(([path, text]) => importRules([{ path, text }])[0]?.importer?.name);
    expect(IMPORTERS.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual([]);
  });

  test.each(RULE_FILES)("what is written of %s passes the line for CI of the guide", async (name, text) => {
    const run = start({ [name]: text });
    expect(await run(name, "--out", ".gatehouse/imported.yaml")).toMatchObject({ code: 0 });
    const place = { cwd: path(), home: here?.home ?? "" };
    const checked = await runCli(["check", ".", "--fail-on", "warning"], place);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/^1 file: 0 errors, 0 warnings$/m),
    ]);
    // What docker-agent's words mean is tried on its own payloads (test/importers), not by tests in the file.
    const tested = await runCli(["test", ".", "--require-tests"], place);
    expect(tested.code).toBe(name === "agent.yaml" ? 1 : 0);
  });

  test("never writes over a file without --force, and nothing with --dry-run", async () => {
    const run = start({ ".claude/settings.json": SETTINGS, ".gatehouse/imported.yaml": "mine" });
    const refused = await run();
    expect([refused.code, refused.stderr.includes("--force")]).toEqual([2, true]);
    const dry = await run("--dry-run", "--out", "other.yaml");
    expect([dry.code, existsSync(path("other.yaml"))]).toEqual([0, false]);
    expect(dry.stdout).toContain("deny-Bash-git-push");
    expect(readFileSync(path(".gatehouse/imported.yaml"), "utf8")).toBe("mine");
    expect((await run("--force")).code).toBe(0);
    expect(readFileSync(path(".gatehouse/imported.yaml"), "utf8")).toContain("version: 1");
  });

  test("a person sees what would be written, and declines with Enter", async () => {
    start({ ".claude/settings.json": SETTINGS });
    const at = (answer: string): Promise<Ran> =>
      runCli(["import"], {
        cwd: path("."),
        home: here?.home ?? "",
        columns: 80,
        interactive: true,
        terminal: person(() => answer),
      });
    const declined = await at("");
    expect([declined.code, existsSync(path(".gatehouse"))]).toEqual([1, false]);
    expect(declined.stdout).toMatch(/would write [^]*declined: nothing is written\n$/);
    expect((await at("y")).stdout).toMatch(/\nwrote /);
    expect(existsSync(path(".gatehouse/imported.yaml"))).toBe(true);
  });

  test("--json has files, policies, what is not kept, and what is written", async () => {
    const run = start({ ".claude/settings.json": SETTINGS });
    const { stdout } = await run("--json", "--dry-run");
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        {
          importer: { name: "claude-permissions" },
          policies: [{}, {}],
          notKept: [{ from: { line: 1 } }],
          issues: [],
        },
      ],
      written: [{ policies: 2, tests: 4 }],
      dryRun: true,
    });
  });

  test.each([
    [["x.txt"], { "x.txt": "hello" }, "no rule file that is known"],
    [["--from", "nobody"], {}, "no importer is called `nobody`"],
    [[], {}, "no rule file of an agent is found"],
    [["missing.json"], {}, "cannot read `missing.json`: ENOENT"],
    [["b.json"], { "b.json": new Uint8Array([0xff, 0xfe]) }, "is not UTF-8"],
  ])("%j: exit code 2", async (args, files, message) => {
    const { code, stderr } = await start(files)(...args);
    expect([code, stderr.includes(message)], stderr).toEqual([2, true]);
  });

  test("a file of 10 MB, and one that is cut: said, exit code 1", async () => {
    const large = `{"permissions": {"deny": ["${"x".repeat(10_000_000)}"]}}`;
    const run = start({
      ".claude/settings.json": large,
      "cut/.claude/settings.json": '{"permissions": {"deny": ["Bash(',
    });
    const { code, stdout } = await run();
    expect([code, stdout.includes("is larger than 262144 bytes")], stdout).toEqual([1, true]);
    expect((await run("cut/.claude/settings.json")).code).toBe(1);
  });

  const many = (count: number): string => {
    const deny = Array.from(
      { length: count },
      (_, index) => `Bash(program-${index} ${"word ".repeat(10)}:*)`,
    );
    return JSON.stringify({ permissions: { deny } });
  };

  test("rules beyond one file go into a second one", async () => {
    const run = start({ ".claude/settings.json": many(140) });
    expect((await run()).stdout).toContain("wrote .gatehouse/imported-2.yaml");
    expect((await runCli(["check"], { cwd: path(), home: here?.home ?? "" })).code).toBe(0);
  });

  test("more rules than a project may have are not written: none of them would be in force", async () => {
    const { code, stderr } = await start({ ".claude/settings.json": many(400) })();
    expect([code, stderr.includes("more to load than a project's files may")], stderr).toEqual([2, true]);
    expect(existsSync(path(".gatehouse"))).toBe(false);
  });
});

describe("hooks beside the rules", () => {
  test("those that init has put in are one sentence for each file, and others are still named", async () => {
    const home = agentsHome({
      "~/.claude/settings.json": '{"permissions":{"allow":["Bash(npm test)"]},"env":{"TOKEN":"sk-1"}}',
      "~/.gemini/settings.json": "{}",
      "~/.copilot/config.json": "{}",
      "~/.cursor/hooks.json": '{"version":1,"hooks":{"stop":[{"command":"./mine.sh"}]}}',
    });
    here = home;
    const names = ["claude-code", "gemini-cli", "copilot", "cursor"];
    expect((await home.run("init", ...names, "--yes", "--no-probe")).code).toBe(0);
    const { code, stdout } = await runCli(["import"], { cwd: home.path, home: home.home });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/gatehouse-hook|sk-1/);
    expect(stdout.match(/^ {2}\d+ hooks of Gatehouse itself, passed over$/gm)).toHaveLength(4);
    expect(stdout.match(/ not kept .*$/gm)).toEqual([
      " not kept env: TOKEN",
      expect.stringMatching(/^ not kept \{ ?"command": ?"\.\/mine\.sh" ?\}$/),
    ]);
  });

  test("findings that are equal are said once, and the places of the first of them", async () => {
    const guards = Array.from({ length: 9 }, (_, index) => ({ command: `./guard-${index}.sh` }));
    const run = start({
      ".cursor/hooks.json": JSON.stringify({ version: 1, hooks: { stop: guards } }, null, 1),
    });
    const { stdout } = await run("--dry-run");
    expect(stdout.match(/a guard would find nothing and let pass/g)).toHaveLength(1);
    expect(stdout.match(/instead: leave it in Cursor's file/g)).toHaveLength(1);
    expect(stdout.match(/^.*:\d+:\d+ not kept \{ "command": "\.\/guard-\d\.sh" \}$/gm)).toHaveLength(5);
    expect(stdout).toMatch(/hooks\.json not kept 4 more, to line \d+$/m);
  });
});
