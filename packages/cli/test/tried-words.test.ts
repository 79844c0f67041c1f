import { afterAll, expect, test } from "vitest";
import { COMMAND_TABLE } from "../src/command-table.js";
import { commandName } from "../src/command-row.js";
import { TRIED_WORDS } from "../src/tried-words.table.js";
import { folder, runCli } from "./run-cli.js";

const here = folder({});
afterAll(() => here.remove());
const NAMES = COMMAND_TABLE.map(commandName);

test.each(Object.entries(TRIED_WORDS).filter(([word]) => !NAMES.includes(word)))(
  "%s leads on to a command that is there",
  async (word, cure) => {
    const { code, stdout, stderr } = await runCli([word], { cwd: here.path, home: here.home });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`unknown command \`${word}\``);
    expect(stderr).toContain(cure);
    for (const [, name = ""] of cure.matchAll(/gatehouse ([a-z]+)/g)) expect(NAMES).toContain(name);
  },
);

test.each([
  ["isntall", "gatehouse init"],
  ["unistall", "gatehouse init --undo"],
  ["disabel", "gatehouse init --undo"],
  ["histroy", "gatehouse log"],
])("%s, misspelt, leads on, too", async (word, cure) => {
  const { code, stderr } = await runCli([word, "--no-color"], { cwd: here.path, home: here.home });
  expect(code).toBe(2);
  expect(stderr).toContain(cure);
});

test.each([
  ["chekc", "check"],
  ["lits", "list"],
])("%s is a misspelt command", async (word, name) => {
  const { code, stderr } = await runCli([word], { cwd: here.path, home: here.home });
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean ${name}?`);
});

test.each([
  ["mayros", "gatehouse list"],
  ["mimir", "gatehouse trust"],
  ["docker-agent", "gatehouse test FILE"],
  ["Claude_Code", "gatehouse init claude-code"],
  ["captain-hook", "gatehouse hook AGENT --hooks FILE"],
  ["llm-hooks", "gatehouse cache"],
  ["uninstall", "gatehouse init --undo"],
])("help %s leads on, too", async (word, cure) => {
  const { code, stderr } = await runCli(["help", word], { cwd: here.path, home: here.home });
  expect([code, stderr]).toEqual([2, expect.stringContaining(cure)]);
});

test("the value of an option is no word", async () => {
  const { code } = await runCli(["--project", "status", "list"], { cwd: here.path, home: here.home });
  expect(code).toBe(0);
});

test.each([
  [["try", "git", "push", "--force"], "gatehouse try 'git push --force'"],
  [["explain", "a;b", "--force"], "gatehouse explain 'COMMAND'"],
  [["diff"], "for example: gatehouse diff old.yaml new.yaml"],
  [["daemon"], "gatehouse help daemon"],
  [["list", "--verbos"], "Did you mean --verbose?"],
  [["list", "nope"], "gatehouse help list"],
  [["test", "git push --force"], "gatehouse try"],
  [["explain", "ls"], "gatehouse try"],
])("%j is bad usage, said as all bad usage is, with what to type", async (args, cure) => {
  const { code, stderr } = await runCli(args, { cwd: here.path, home: here.home });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^gatehouse: .*\n {2}.*\n$/)]);
  expect(stderr.split("\n")[1]).toContain(cure);
});
