import { afterAll, describe, expect, test } from "vitest";
import { FIRST_RULE } from "../../agents/src/init/first-rule.js";
import { commandName } from "../src/command-row.js";
import { COMMAND_TABLE } from "../src/command-table.js";
import { folder, runCli } from "./run-cli.js";

const STYLES = new RegExp(String.raw`\u001b\[[\d;]*m`, "g");
const widthOf = (line: string): number => line.replaceAll(STYLES, "").length;
const wordsOf = (lines: readonly string[]): readonly string[] => lines.join(" ").split(/\s+/).filter(Boolean);

const long = folder({
  "~/.gatehouse/a-file-with-quite-a-long-name-in-the-home.yaml":
    "version: 1\nextends: [pack/git, pack/secrets]\n",
  "~/.claude/settings.json": "{}",
  ".gatehouse/rules.yaml":
    "version: 1\npolicies:\n  - { id: one, events: before_tool_call, tools: Bash, when: params.comand == 'x', deny: no }\n",
});
afterAll(() => long.remove());

describe.each([80, 120])("on a terminal of %i columns", (columns) => {
  test.each([
    ["list"],
    ["list --verbose"],
    ["check"],
    ["doctor claude-code"],
    ["test"],
    ["packs"],
    ["packs git"],
    ["trust"],
    ["help unknown-key"],
    ["try git push --force"],
    ["audit"],
    ["log"],
  ])("%s breaks no word, and shows no absolute path of the home folder", async (line) => {
    const [command = "", ...rest] = line.split(" ");
    const args = command === "try" ? [command, rest.join(" ")] : [command, ...rest];
    const { stdout } = await runCli(args, { cwd: long.path, home: long.home, columns, env: { PATH: "" } });
    const tooLong = stdout.split("\n").filter((one) => widthOf(one) > columns && wordsOf([one]).length > 1);
    expect(tooLong).toEqual([]);
    expect(stdout).not.toContain(`${long.home}/`);
  });
});

test("what a program reads is not wrapped", async () => {
  const place = { cwd: long.path, home: long.home };
  for (const args of [
    ["check", "--format", "sarif"],
    ["check", "--format", "github"],
    ["list", "--json"],
  ]) {
    const onTerminal = (await runCli(args, { ...place, columns: 40 })).stdout;
    expect(onTerminal).toBe((await runCli(args, place)).stdout);
  }
});

const ordinary = folder({
  "~/.gatehouse/first.yaml": FIRST_RULE,
  // Each agent is there, and none is guarded: what `doctor` says most of.
  "~/.claude/settings.json": "{}",
  "~/.codex/config.toml": "",
  "~/.gemini/settings.json": "{}",
  "~/.qwen/settings.json": "{}",
  "~/.copilot/config.json": "{}",
  "~/.cursor/mcp.json": "{}",
  "~/.config/opencode/opencode.json": "{}",
  ".git/HEAD": "ref: refs/heads/main\n",
  "package.json": "{}",
  ".gatehouse/rules.yaml":
    "version: 1\npolicies:\n  - { id: one, events: before_tool_call, tools: Bash, when: params.command.includes('x'), deny: no }\n",
});
afterAll(() => ordinary.remove());

/** They speak to a program until it is gone. */
const SPEAKING = new Set(["lsp", "serve"]);
/** What is typed besides a command's name: what people try first. */
const TYPED: readonly string[] = [
  "try git push --force",
  "facts rm -rf build",
  "explain git push --force",
  "explain rm -rf ~",
  "decide git push --force",
  "trust",
  "daemon status",
  "help deny",
];

describe("the first screen of 80 x 24, in an ordinary project with the rules of `init`", () => {
  const names = COMMAND_TABLE.map(commandName).filter((name) => !SPEAKING.has(name));
  test.each([...names, ...TYPED])("all of `gatehouse %s` is on it", async (line) => {
    const [command = "", ...rest] = line.split(" ");
    const args = rest[0] === "git" || rest[0] === "rm" ? [command, rest.join(" ")] : [command, ...rest];
    const { stdout, stderr, code } = await runCli(args, {
      cwd: ordinary.path,
      home: ordinary.home,
      columns: 80,
      env: { NO_COLOR: "1", PATH: "/usr/bin:/bin" },
    });
    expect([0, 1, 2]).toContain(code);
    const lines = `${stdout}${stderr}`.split("\n");
    // The last line of the screen is the prompt.
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((one) => widthOf(one)))).toBeLessThanOrEqual(80);
  });
});
