import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import type { Terminal } from "../../../console/src/terminal.js";
import { runCli } from "../run-cli.js";
import { type AgentsHome, agentsHome, everything, STAND_IN } from "./agents-home.js";

let home: AgentsHome;
afterEach(() => home.remove());

const CLAUDE = ".claude/settings.json";
const SCRIPT = ".gatehouse/bin/gatehouse-hook";
const MINE = `{
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine.sh" }] }
        ],
        "Notification": []
    },
    "permissions": { "allow": ["Read"] }
}
`;

interface Settings {
  readonly hooks: Readonly<
    Record<
      string,
      readonly {
        readonly matcher?: string;
        readonly hooks: readonly { readonly command: string; readonly timeout: number }[];
      }[]
    >
  >;
}
const settings = (name: string): Settings => JSON.parse(home.read(name)) as Settings;

describe("gatehouse init", () => {
  test("adds entries to Claude Code's settings and leaves the rest as it is written", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const dry = await home.run("init", "claude-code", "--dry-run");
    const { code, stdout } = await home.run("init", "claude-code", "--yes");
    expect(code).toBe(0);
    const { hooks } = settings(CLAUDE);
    expect(Object.keys(hooks)).toEqual([
      "PreToolUse",
      "Notification",
      "PermissionRequest",
      "PostToolUse",
      "UserPromptSubmit",
      "SessionStart",
      "SessionEnd",
      "Stop",
      "SubagentStop",
      "ConfigChange",
    ]);
    expect(hooks["PreToolUse"]?.map((group) => group.matcher)).toEqual(["Bash", "*"]);
    expect(hooks["PreToolUse"]?.[1]?.hooks[0]?.timeout).toBe(60);
    const lines = new Set(home.read(CLAUDE).split("\n"));
    const kept = MINE.split("\n").filter((line) => lines.has(line) || lines.has(`${line},`));
    expect(kept).toEqual(MINE.split("\n"));
    expect(dry.stdout).toMatch(/^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@ /m);
    expect(stdout).toMatch(/ok {4}claude-code {2}installed/);
    expect(stdout).toMatch(
      /^ok {4}claude-code {2}installed, tested in \d+ ms {2}~\/\.claude\/settings\.json$/m,
    );
    // Ten events start two commands; what comes next is said.
    const { stdout: shown } = dry;
    const [, next = ""] = stdout.split("\nnext: ");
    const commands = shown.match(/^\+ +"command": .*$/gm) ?? [];
    expect(commands.filter((line) => line.includes("gatehouse-hook"))).toHaveLength(2);
    expect(commands.filter((line) => line.endsWith(" (the same as of PreToolUse)"))).toHaveLength(3);
    expect(commands.filter((line) => line.endsWith(" (the same as of PostToolUse)"))).toHaveLength(4);
    // And what they start is shown as lines that a person reads.
    expect(shown).toMatch(/^\+\+\+ .*\/\.gatehouse\/bin\/gatehouse-hook$/m);
    expect(shown.split("\n").filter((line) => line.length > 200)).toEqual(
      commands.filter((line) => line.length > 200),
    );
    expect(next).toMatch(/^start a new session of claude-code\n.*git push --force/);
    const { agents } = JSON.parse((await home.run("init", "claude-code", "--json")).stdout) as {
      readonly agents: readonly { readonly probe: { readonly reason: string } }[];
    };
    expect(agents.map(({ probe }) => probe.reason)).toEqual([expect.stringMatching(/\[stand-in\]/)]);
  });

  test("--observe: the packs are tried silently, and a second init adds none that act", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const { stdout } = await home.run("init", "claude-code", "--yes", "--no-probe", "--observe");
    expect(stdout).toContain("the packs are tried silently");
    expect(home.read(".gatehouse/first.yaml")).toMatch(/^observe: true\nextends:$/m);
    const before = everything(home.home);
    await home.run("init", "claude-code", "--yes", "--no-probe");
    expect(everything(home.home)).toEqual(before);
    expect((await home.run("doctor", "claude-code")).stdout).toContain("some policies are tried silently");
  });

  test("one script is what all agents start: it stays until the last of them is undone", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE, "~/.gemini/settings.json": "{}" });
    const before = everything(home.home);
    await home.run("init", "claude-code", "--yes", "--no-rule");
    const script = home.read(SCRIPT);
    await home.run("init", "gemini-cli", "copilot", "--yes", "--project", home.path);
    expect(home.read(SCRIPT)).toBe(script);
    const first = await home.run("init", "--undo", "--project", home.path);
    expect(first.stdout).not.toContain("gatehouse-hook");
    expect(first.stdout).toMatch(/^1 more of other agents or projects/m);
    expect(home.read(SCRIPT)).toBe(script);
    const last = await home.run("init", "--undo");
    expect(last.stdout).toMatch(/^hook {2}.*gatehouse-hook {2}removed$/m);
    expect(everything(home.home)).toEqual(before);
  });

  test("its call is one of the folder that it was typed in, as the next one will be: what is compiled for that is there", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const log = join(home.path, "..", "calls.jsonl");
    const env = { ...home.env, STAND_IN_LOG: log };
    await runCli(["init", "claude-code", "--yes", "--binary", STAND_IN], {
      cwd: home.path,
      home: home.home,
      env,
    });
    const calls = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(calls.map((line): unknown => JSON.parse(line))).toMatchObject([
      { agent: "claude-code", from: home.path, payload: { cwd: home.path } },
    ]);
  });

  test("without curl, or without the daemon, the script decides by itself", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const place = { cwd: home.path, home: home.home, env: home.env };
    const init = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
      const { code } = await runCli(["init", "claude-code", "--yes", "--binary", STAND_IN, ...args], {
        ...place,
        env,
      });
      expect(code).toBe(0);
      return home.read(SCRIPT);
    };
    expect(await init(["--no-daemon"], home.env)).not.toContain("curl");
    expect(await init([], { PATH: "/nonexistent" })).not.toContain("curl");
    const programs = join(home.path, "programs");
    mkdirSync(programs);
    for (const name of ["curl", "cat"]) {
      writeFileSync(join(programs, name), "#!/bin/sh\n", { mode: 0o755 });
      // Another user may put something else there later: the system's is taken, where it has one.
      chmodSync(join(programs, name), 0o777);
    }
    const asking = await init([], { PATH: `${programs}:/usr/bin:/bin` });
    if (existsSync("/usr/bin/curl")) expect(asking).toMatch(/^curl=\/usr\/bin\/curl$/m);
    else expect(asking).toContain(`curl=${programs}/curl`);
  });

  test("a second time there is nothing to do, and a moved program is brought up to date", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "claude-code", "--yes");
    const once = everything(home.home);
    const second = await home.run("init", "claude-code", "--yes");
    expect(second.stdout).toMatch(/^ok {4}claude-code {2}nothing to do/);
    expect(second.stdout).not.toContain("next:");
    expect(everything(home.home)).toEqual(once);

    const moved = join(home.path, "moved's place.mjs");
    writeFileSync(moved, readFileSync(STAND_IN));
    const place = { cwd: home.path, home: home.home, env: home.env };
    const third = await runCli(["init", "claude-code", "--yes", "--binary", moved], place);
    expect(third.stdout).toMatch(/was denied/);
    expect(home.read(SCRIPT)).not.toContain("stand-in.mjs");
    expect(home.read(SCRIPT)).toContain("place.mjs");
    expect(settings(CLAUDE).hooks["PreToolUse"]).toHaveLength(2);
    await home.run("init", "--undo");
    expect(home.read(CLAUDE)).toBe(MINE);
  });

  test("the difference is shown and nothing done with --dry-run", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE, "~/.cursor/mcp.json": "{}" });
    const before = everything(home.home);
    const { code, stdout } = await home.run("init", "--dry-run");
    expect([code, everything(home.home)]).toEqual([0, before]);
    expect(stdout).toMatch(/claude-code {2}would be changed/);
    expect(stdout).toMatch(/\+\+\+ .*\.gatehouse\/first\.yaml/);
  });

  test("without a terminal it needs --yes, and at one the word of the question", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const before = everything(home.home);
    const refused = await home.run("init");
    expect([refused.code, everything(home.home)]).toEqual([2, before]);
    expect(refused.stderr).toMatch(/there is no terminal to ask on\n.*--yes/);
    const answer = (by: (question: string) => string): Terminal => ({
      tell: () => {},
      ask: (question) => Promise.resolve(by(question)),
    });
    const args = ["init", "--binary", STAND_IN];
    const place = { cwd: home.path, home: home.home, env: home.env };
    const no = await runCli(args, { ...place, terminal: answer(() => "yes") });
    expect([no.code, everything(home.home)]).toEqual([1, before]);
    const yes = await runCli(args, {
      ...place,
      terminal: answer((text) => /type (\w+) to/.exec(text)?.[1] ?? ""),
    });
    expect([yes.code, settings(CLAUDE).hooks["Stop"]?.length]).toEqual([0, 1]);
  });

  test.each([
    ['{ "model": ', /settings\.json:1:\d+ the file is not JSON: .*; it was not changed \(correct it/],
    ['{\n  "hooks": []\n}', /settings\.json:2:12 `hooks` is not an object/],
    ['{\n  "hooks": { "Stop": {} }\n}', /settings\.json:2:22 `hooks\.Stop` is not a list/],
    ['{\n  "hooks": {},\n  "hooks": {}\n}', /settings\.json:3:3 the key `hooks` is there twice/],
    ["[]", /settings\.json:1:1 the file is not an object/],
    ["// mine\n{}", /settings\.json:1:1 the file is not JSON: invalid comment token/],
  ])("settings that are %j are not written over", async (text, said) => {
    home = agentsHome({ [`~/${CLAUDE}`]: text });
    const { code, stdout } = await home.run("init", "claude-code", "--yes", "--no-rule");
    expect(code).toBe(1);
    expect(stdout).toMatch(said);
    expect(home.read(CLAUDE)).toBe(text);
    expect(existsSync(join(home.home, ".gatehouse"))).toBe(false);
  });

  test("one that cannot be written does not keep the others from it", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: "{", "~/.gemini/settings.json": "{}" });
    const { code, stdout } = await home.run("init", "--yes");
    expect(code).toBe(1);
    expect(stdout).toMatch(/fail {2}claude-code {2}not installed/);
    expect(stdout).toMatch(/ok {4}gemini-cli {2}installed/);
  });

  test("a link is followed and stays one", async () => {
    home = agentsHome({ "~/dotfiles/claude.json": MINE });
    mkdirSync(join(home.home, ".claude"));
    symlinkSync("../dotfiles/claude.json", join(home.home, CLAUDE));
    const { stdout } = await home.run("init", "claude-code", "--yes");
    expect(stdout).toMatch(/is a link: `.*dotfiles\/claude\.json` is edited/);
    expect(lstatSync(join(home.home, CLAUDE)).isSymbolicLink()).toBe(true);
    expect(home.read("dotfiles/claude.json")).toContain("gatehouse-hook");
    await home.run("init", "--undo");
    expect(home.read("dotfiles/claude.json")).toBe(MINE);
  });

  test("a link that leads nowhere is said", async () => {
    home = agentsHome();
    mkdirSync(join(home.home, ".claude"));
    symlinkSync("../gone.json", join(home.home, CLAUDE));
    const { code, stderr } = await home.run("init", "claude-code", "--yes");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is a link that leads nowhere/)]);
  });

  test("modes stay, and what is new is the user's alone", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    chmodSync(join(home.home, CLAUDE), 0o640);
    await home.run("init", "claude-code", "codex", "--yes");
    const mode = (name: string): number => statSync(join(home.home, name)).mode & 0o777;
    expect([mode(CLAUDE), mode(".codex/hooks.json"), mode(".gatehouse/state/init.json")]).toEqual([
      0o640, 0o600, 0o600,
    ]);
  });

  test("bad usage is said", async () => {
    home = agentsHome();
    for (const [args, said] of [
      [["clade"], /unknown agent `clade`/],
      [["--undo", "clade"], /unknown agent `clade`/],
      [["--user", "--project", "x", "claude-code"], /both --user and --project/],
    ] as const) {
      const { code, stderr } = await home.run("init", ...args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    }
  });

  test.each([
    [["claude-code"], /Claude Code: whatever else answers on the port is obeyed/],
    [["copilot"], /Copilot CLI: the tool runs when nothing answers/],
    [[], /Claude Code: .*; Copilot CLI: /],
    [["codex", "opencode"], /no agent that is named has HTTP hooks/],
  ])("--http %j is refused with the reason, and changes nothing", async (names, reason) => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const before = everything(home.home);
    const { code, stdout, stderr } = await home.run("init", "--http", "--yes", ...names);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/leave --http out/);
    expect(everything(home.home)).toEqual(before);
  });

  test("Claude Code blocks when a hook fails before an action, and nowhere else", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "claude-code", "--yes");
    const { hooks } = JSON.parse(readFileSync(join(home.home, CLAUDE), "utf8")) as {
      readonly hooks: Readonly<
        Record<string, readonly { readonly hooks: readonly { onFailure?: string; command: string }[] }[]>
      >;
    };
    const blocking = Object.entries(hooks)
      .filter(([, groups]) => groups.some((group) => group.hooks.some((one) => one.onFailure === "block")))
      .map(([event]) => event);
    expect(blocking).toEqual(["PreToolUse", "PermissionRequest", "UserPromptSubmit", "ConfigChange"]);
  });

  test("where there is no agent, they are named", async () => {
    home = agentsHome();
    const place = { cwd: home.path, home: home.home, env: home.env };
    const { code, stderr } = await runCli(["init", "--binary", STAND_IN], place);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/no agent was found.*\n.*name one: claude-code/),
    ]);
  });

  test("Codex is asked to trust our hooks and no others", async () => {
    home = agentsHome({
      "~/.codex/hooks.json":
        '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"theirs.sh"}]}]}}',
      "~/.codex/config.toml": "# mine\n",
    });
    await home.run("init", "codex", "--yes");
    const config = home.read(".codex/config.toml");
    expect(config).toContain("hooks.json:pre_tool_use:1:0");
    expect(config).not.toContain("hooks.json:pre_tool_use:0:0");
    home.change(".codex/config.toml", (text) => text.replace("# mine", '# mine\nmodel = "gpt-5.5"'));
    await home.run("init", "--undo");
    expect(home.read(".codex/config.toml")).toBe('# mine\nmodel = "gpt-5.5"\n');
  });

  test("without Codex's program, the step that remains is said", async () => {
    home = agentsHome({ "~/.codex/config.toml": "# mine\n" });
    const place = { cwd: home.path, home: home.home, env: home.env };
    const { stdout } = await runCli(["init", "codex", "--yes", "--binary", STAND_IN], place);
    expect(stdout).toMatch(/Codex runs no hook before it is trusted: start `codex`, type `\/hooks`/);
  });

  test("docker-agent has no settings for all projects: what to add is printed", async () => {
    home = agentsHome();
    const { code, stdout } = await home.run("init", "docker-agent");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /pre_tool_use:\n(?:\s+# .*\n)+\s+- \{ matcher: "\.\*", preempt_yolo: true, hooks: \[\{ type: command, timeout: 60/,
    );
  });

  test("what is printed for docker-agent is a file that its reader takes, in each generation as it says", async () => {
    home = agentsHome();
    const { stdout } = await home.run("init", "docker-agent");
    const from = stdout.indexOf("      agents:");
    const file = stdout.slice(from, stdout.indexOf("\n\n", from)).replaceAll(/^ {6}/gm, "");
    expect(file).toContain("leave it out there");
    const checked = async (text: string, ...more: readonly string[]): Promise<string> => {
      writeFileSync(join(home.path, "agent.yaml"), text);
      const args = ["check", "--policies", "agent.yaml", "--policy-format", "docker-agent", ...more];
      return (await runCli(args, { cwd: home.path, home: home.home })).stdout;
    };
    expect(await checked(file)).toContain("0 errors, 0 warnings");
    const earlier = file.replace("preempt_yolo: true, ", "");
    expect(await checked(earlier, "--compat", "2026-05")).toContain("0 errors, 0 warnings");
    expect(await checked(file, "--compat", "2026-05")).toContain("preempt_yolo");
  });

  test("on Windows nothing is installed, and that is said; --dry-run and --undo are as elsewhere", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    const before = everything(home.home);
    const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
    Object.defineProperty(process, "platform", { ...platform, value: "win32" });
    try {
      const { code, stdout, stderr } = await home.run("init", "claude-code", "--yes");
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("in WSL it is as on Linux")]);
      expect((await home.run("init", "claude-code", "--dry-run")).code).toBe(0);
      expect((await home.run("init", "--undo")).code).toBe(0);
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
    expect(everything(home.home)).toEqual(before);
  });

  test("a project's settings are its own, and so is its first policy", async () => {
    home = agentsHome();
    await home.run("init", "claude-code", "copilot", "--yes", "--project", home.path);
    expect(existsSync(join(home.path, ".github/hooks/gatehouse.json"))).toBe(true);
    expect(existsSync(join(home.path, ".gatehouse/first.yaml"))).toBe(true);
    expect(existsSync(join(home.home, ".claude"))).toBe(false);
    expect((await home.run("init", "--undo")).stdout).toMatch(/nothing to undo here\n4 more of other/);
    await home.run("init", "--undo", "--project", home.path);
    expect(everything(home.path)).toEqual({});
    expect(everything(home.home)).toEqual({});
  });

  test("the first policy loads, and its tests pass", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: "{}" });
    await home.run("init", "--yes");
    const { code, stdout } = await runCli(["test", join(home.home, ".gatehouse/first.yaml")], {
      cwd: home.path,
      home: home.home,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("3 tests passed, 0 failed")]);
    expect((await runCli(["check"], { cwd: home.path, home: home.home })).stdout).toMatch(
      /0 errors, 0 warnings/,
    );
  });

  test("where there are policies, the packs are switched on beside them, and that is said", async () => {
    const mine = "version: 1\npolicies: []\n";
    home = agentsHome({ [`~/${CLAUDE}`]: "{}", "~/.gatehouse/mine.yaml": mine });
    const { stdout } = await home.run("init", "--yes");
    expect(stdout).toMatch(/~\/\.gatehouse\/first\.yaml switches on pack\/destructive, pack\/git, /);
    expect(home.read(".gatehouse/mine.yaml")).toBe(mine);
    expect(home.read(".gatehouse/first.yaml")).toContain("  - pack/git\n");
  });

  test.each([
    [
      "all of them",
      "[pack/destructive, pack/git, pack/secrets, pack/exfiltration, pack/remote-code, pack/understood]",
      [],
    ],
    [
      "one",
      "[{ pack: pack/git, without: [git/drop] }]",
      ["destructive", "secrets", "exfiltration", "remote-code", "understood"],
    ],
    [
      "another",
      "[pack/read-only, pack/secrets]",
      ["destructive", "git", "exfiltration", "remote-code", "understood"],
    ],
  ])("packs that a file has on already are not switched on again: %s", async (_, on, expected) => {
    home = agentsHome({
      [`~/${CLAUDE}`]: "{}",
      "~/.gatehouse/mine.yaml": `version: 1\nextends: ${on}\npolicies: []\n`,
    });
    expect((await home.run("init", "--yes")).code).toBe(0);
    const first = join(home.home, ".gatehouse/first.yaml");
    const packs = existsSync(first) ? [...readFileSync(first, "utf8").matchAll(/^ {2}- pack\/(\S+)$/gm)] : [];
    expect(packs.map(([, name]) => name)).toEqual(expected);
    const check = await runCli(["check"], { cwd: home.path, home: home.home });
    expect(check.stdout).toMatch(/0 errors, 0 warnings/);
  });

  test("a file of the first policy's name that is the user's is left, and the packs get another one", async () => {
    const mine =
      'version: 1\npolicies:\n  - { id: a, events: before_tool_call, when: toolName == "x", allow: yes }\n';
    home = agentsHome({ [`~/${CLAUDE}`]: "{}", "~/.gatehouse/first.yaml": mine });
    await home.run("init", "--yes");
    expect(home.read(".gatehouse/first.yaml")).toBe(mine);
    expect(home.read(".gatehouse/first-2.yaml")).toContain("  - pack/git\n");
    await home.run("init", "--undo");
    expect(existsSync(join(home.home, ".gatehouse/first-2.yaml"))).toBe(false);
    expect(home.read(".gatehouse/first.yaml")).toBe(mine);
  });

  test("a pack that the user has taken out of what init wrote stays out, and is named", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: "{}" });
    await home.run("init", "--yes");
    home.change(".gatehouse/first.yaml", (text) => text.replace("  - pack/exfiltration\n", ""));
    const before = everything(home.home);
    const { stdout } = await home.run("init", "--yes");
    expect(stdout).toMatch(/^off: pack\/exfiltration; ~\/\.gatehouse\/first\.yaml was changed/m);
    expect(everything(home.home)).toEqual(before);
  });

  test.each([
    ["nothing", "version: 1\npolicies: []\n"],
    [
      "an allow",
      'version: 1\npolicies:\n  - { id: a, events: before_tool_call, when: toolName == "x", allow: yes }\n',
    ],
    ["a text that is no policy file", "version: 1\npolicies: [\n"],
  ])("where %s is left in what init wrote, the packs get a file beside it", async (_, text) => {
    home = agentsHome({ [`~/${CLAUDE}`]: "{}" });
    await home.run("init", "--yes");
    home.write(".gatehouse/first.yaml", text);
    await home.run("init", "--yes");
    expect(home.read(".gatehouse/first.yaml")).toBe(text);
    expect(home.read(".gatehouse/first-2.yaml")).toContain("  - pack/git\n");
  });

  test("a hook that denies nothing is a failure", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: "{}" });
    const silent = join(home.path, "silent.mjs");
    writeFileSync(silent, "for await (const _ of process.stdin);\n");
    const place = { cwd: home.path, home: home.home, env: home.env };
    const { code, stdout } = await runCli(["init", "--yes", "--binary", silent], place);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/a call that has to be denied was not/)]);
  });
});

describe("gatehouse init --undo", () => {
  test("of a file that was changed since, only our entries go", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "--yes");
    home.change(CLAUDE, (text) => text.replace('"opus"', '"sonnet"'));
    const { stdout } = await home.run("init", "--undo");
    expect(stdout).toMatch(/it was changed since: only our entries are gone/);
    expect(home.read(CLAUDE)).toBe(MINE.replace('"opus"', '"sonnet"'));
  });

  test("also where lines of ours were moved", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "--yes");
    home.change(CLAUDE, (text) => JSON.stringify({ zoom: 1, ...(JSON.parse(text) as object) }));
    await home.run("init", "--undo");
    expect(JSON.parse(home.read(CLAUDE))).toEqual({ zoom: 1, ...(JSON.parse(MINE) as object) });
  });

  test("a first policy that was changed stays", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "--yes");
    home.change(".gatehouse/first.yaml", (text) => `${text}# mine\n`);
    expect((await home.run("init", "--undo")).stdout).toMatch(/first\.yaml {2}left as it is/);
    expect(home.read(".gatehouse/first.yaml")).toContain("# mine");
    expect(existsSync(join(home.home, ".gatehouse/state"))).toBe(false);
  });

  test("of one agent leaves the others", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE, "~/.gemini/settings.json": "{}" });
    await home.run("init", "--yes");
    await home.run("init", "--undo", "claude-code");
    expect(home.read(CLAUDE)).toBe(MINE);
    expect(home.read(".gemini/settings.json")).toContain("gatehouse-hook");
    await home.run("init", "--undo");
    expect(home.read(".gemini/settings.json")).toBe("{}");
    expect(existsSync(join(home.home, ".gatehouse"))).toBe(false);
  });

  test("what was changed between two installs is what an undo leaves", async () => {
    home = agentsHome({ [`~/${CLAUDE}`]: MINE });
    await home.run("init", "--yes");
    home.change(CLAUDE, (text) =>
      text.replace('"opus"', '"sonnet"').replace('"timeout": 60', '"timeout": 5'),
    );
    await home.run("init", "--yes");
    await home.run("init", "--undo");
    expect(home.read(CLAUDE)).toBe(MINE.replace('"opus"', '"sonnet"'));
  });
});

test("as a process: it installs, the line denies, a moved program blocks, and all comes out again", () => {
  home = agentsHome({ [`~/${CLAUDE}`]: MINE });
  const binary = join(home.path, "it's here.mjs");
  writeFileSync(binary, readFileSync(STAND_IN));
  const before = everything(home.home);
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [...commandArgs(), ...args], {
      cwd: join(import.meta.dirname, "../../../.."),
      env: { PATH: dirname(process.execPath), HOME: home.home },
      encoding: "utf8",
    });
  expect(run("init", "claude-code", "--yes", "--json", "--binary", binary)).toContain('"denied": true');
  const line = settings(CLAUDE).hooks["PreToolUse"]?.[1]?.hooks[0]?.command ?? "";
  const payload = JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "touch denied.txt" },
  });
  const call = (): string =>
    execFileSync("/bin/sh", ["-c", line], {
      input: payload,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
  expect(call()).toContain('"permissionDecision":"deny"');
  writeFileSync(binary, "throw new Error('broken');\n");
  expect(call).toThrow(expect.objectContaining({ status: 2 }));
  run("init", "--undo");
  expect(everything(home.home)).toEqual(before);
});
