import { afterAll, describe, expect, test } from "vitest";
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
