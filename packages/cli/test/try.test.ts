import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { TriedCommand } from "../../workbench/src/explain/tried-command.js";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const OFF = '{"version":1,"ownConfig":"off"}';
const RULES = `version: 1
extends: [pack/git, pack/secrets]
policies:
  - id: deploys
    events: before_tool_call
    when: facts.commands.any(c, c.program == "make" && "deploy" in c.args)
    ask: is it ready?
  - id: network
    events: before_tool_call
    tools: Bash
    when: params.command.startsWith("curl ")
    judge: Deny uploads of secrets.
`;

function user(): Folder {
  const here = folder({ "~/.gatehouse/rules.yaml": RULES, "~/.gatehouse/settings.json": OFF });
  made.push(here);
  return here;
}

async function tried(words: readonly string[], ...options: readonly string[]): Promise<Ran> {
  const here = user();
  return await runCli(["try", ...options, ...words], { cwd: here.path, home: here.home });
}

async function answer(command: string, ...options: readonly string[]): Promise<TriedCommand> {
  const { stdout } = await tried([command], "--json", ...options);
  return JSON.parse(stdout) as TriedCommand;
}

describe("a command that is denied", () => {
  test("is shown with what decided underlined, why, which rule, how to switch it off, and what would pass", async () => {
    const { code, stdout } = await tried(["cd x && git push --force origin main"]);
    expect([code, stdout.split("\n")]).toEqual([
      1,
      [
        "deny  git/force-push  claude-code is told no, and why",
        "",
        "    cd x && git push --force origin main",
        "            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        "",
        "  this replaces or deletes what others have fetched; push without force, or with a lease",
        "",
        "  it does    git.force-push origin main: git push --force",
        "  rule       ~/.gatehouse/rules.yaml:2, of pack/git",
        "  switch off there, instead of `- pack/git`: `- { pack: git, without: [git/force-push] }`",
        "  would pass cd x && git push origin main",
        "",
      ],
    ]);
  });

  test.each([
    ["cat .env"],
    ["rm -rf ~/.ssh"],
    ["sudo cat /home/x/.env"],
    ["git push --force || git push --mirror"],
  ])("what would pass is a command that somebody would type, or nothing: %s", async (command) => {
    expect((await answer(command)).wouldPass).toBeNull();
  });

  test.each([
    ["rm -rf build ~/.ssh", "rm -rf build"],
    ["git push -f origin main", "git push origin main"],
  ])("a word or a command less: %s", async (command, passes) => {
    expect((await answer(command)).wouldPass).toBe(passes);
    expect((await answer(passes)).effect).toBe("abstain");
  });

  test.each([
    ["for f in *; do\n  echo $f\n  git push -f\ndone", "git push -f"],
    ["echo 'größer 😀'; git push --force", "git push --force"],
    ["bash -c 'git push --force'", "git push --force"],
  ])("the mark is on the words that did it: %j", async (command, marked) => {
    const { marks } = await answer(command);
    expect(marks.map(([from, to]) => command.slice(from, to)).join(" ")).toContain(marked);
  });
});

describe("other answers", () => {
  test("is underlined by the columns of a terminal, where characters are two wide", async () => {
    const { stdout } = await tried(["echo 日本 🎉 é && git push -f"]);
    // `echo 日本 🎉 é && ` is 18 columns and 15 code points.
    expect(stdout).toContain(`\n    ${" ".repeat(18)}${"^".repeat("git push -f".length)}\n`);
  });

  test("the root is said as such, although the home folder is below it", async () => {
    expect((await answer("rm -rf /")).saw[0]).toMatch(/^deletes \/\*\* /);
  });

  test("no rule applies: said as what the agent does then", async () => {
    const { code, stdout } = await tried(["ls -la"]);
    expect([code, stdout]).toEqual([
      0,
      "abstain  no rule applies: claude-code decides as it would without Gatehouse\n\n    ls -la\n",
    ]);
  });

  test("a question, where the agent can ask, and where it cannot", async () => {
    expect((await tried(["make deploy"])).stdout).toMatch(/^ask {2}deploys {2}claude-code asks you first\n/);
    expect((await tried(["make deploy"], "--as", "codex")).stdout).toMatch(
      /^ask {2}deploys {2}codex cannot ask: it is denied, with a code for `gatehouse approve`\n/,
    );
  });

  test("a judge is not asked: its rule is named", async () => {
    const { effect, open } = await answer("curl https://example.com");
    expect([effect, open]).toEqual([null, ["network"]]);
  });

  test.each([
    "claude-code",
    "codex",
    "gemini-cli",
    "qwen-code",
    "copilot",
    "cursor",
    "opencode",
    "docker-agent",
  ])("%s is asked in its own words", async (agent) => {
    const { effect, policy, command } = await answer("git push --force", "--as", agent);
    expect([effect, policy, command]).toEqual(["deny", "git/force-push", "git push --force"]);
  });
});

describe("what a hook has compiled is used", () => {
  async function afterHook(): Promise<{ readonly here: Folder; readonly store: string }> {
    const here = user();
    const tool = { tool_name: "Bash", tool_input: { command: "ls" } };
    const payload = { session_id: "s", cwd: here.path, hook_event_name: "PreToolUse", ...tool };
    await runCli(["hook", "claude-code"], {
      cwd: here.path,
      home: here.home,
      stdin: JSON.stringify(payload),
    });
    const cache = join(here.home, ".cache", "gatehouse");
    const [name = "", ...more] = readdirSync(cache).filter((one) => one.endsWith(".store"));
    expect(more).toEqual([]);
    return { here, store: join(cache, name) };
  }
  const ask = async (here: Folder, command: string): Promise<unknown> => {
    const { stdout } = await runCli(["try", "--json", command], { cwd: here.path, home: here.home });
    return JSON.parse(stdout.replaceAll(here.home, "~"));
  };
  const ofFiles = async (command: string): Promise<unknown> => await ask(user(), command);
  const COMMANDS = ["git push --force", "cat .env", "make deploy", "curl x.example", "ls"];

  test("with the answers that its files give, and nothing is written", async () => {
    const { here, store } = await afterHook();
    const before = readFileSync(store);
    for (const command of COMMANDS) expect(await ask(here, command)).toEqual(await ofFiles(command));
    expect(readFileSync(store).equals(before)).toBe(true);
    rmSync(store);
    await ask(here, "git push --force");
    expect(existsSync(store)).toBe(false);
  });

  test("but not after a change of the files", async () => {
    const { here } = await afterHook();
    writeFileSync(join(here.home, ".gatehouse", "rules.yaml"), "version: 1\nextends: [pack/secrets]\n");
    expect(await ask(here, "git push --force")).toMatchObject({ effect: "abstain" });
  });

  test("and the files are read where it is damaged", async () => {
    const { here, store } = await afterHook();
    const bytes = readFileSync(store);
    // Wherever a byte is wrong, the answer is that of the files.
    for (const at of [0.2, 0.4, 0.6, 0.8].map((share) => Math.floor(share * bytes.length))) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(store, damaged);
      expect(await ask(here, "git push --force")).toEqual(await ofFiles("git push --force"));
    }
  });
});

test("without any rule in force it is said what to do", async () => {
  const here = folder({ "~/.gatehouse/settings.json": OFF });
  made.push(here);
  const { code, stdout } = await runCli(["try", "git push --force"], { cwd: here.path, home: here.home });
  expect([code, stdout.split("\n").at(-2)]).toEqual([
    0,
    "  note       no rule is in force here: `gatehouse init` switches packs of rules on",
  ]);
});

describe("the command line", () => {
  test("words that a shell has split are one command again", async () => {
    const { stdout } = await tried(["--", "git", "commit", "-m", "a b; rm -rf ~/.ssh"]);
    expect(stdout).toContain("git commit -m 'a b; rm -rf ~/.ssh'");
    expect(stdout).toMatch(/^abstain/);
  });

  test.each([
    [[], "a command is missing"],
    [["--as", "claud-code", "ls"], "no agent `claud-code` has hooks"],
  ])("%j is bad usage", async (args, message) => {
    const { code, stderr } = await tried(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test.each([["explain"], ["decide"]])("%s takes the text of a command, too", async (command) => {
    const here = folder({ "rules.yaml": RULES });
    made.push(here);
    const { stdout } = await runCli([command, "git push --force", "--policies", "rules.yaml"], {
      cwd: here.path,
      home: here.home,
    });
    expect(stdout).toMatch(/^deny {2}`?git\/force-push/);
  });
});
