import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Command } from "commander";
import { expect, test } from "vitest";
import { bashScript } from "../../src/completion/bash-script.js";
import { completionTree } from "../../src/completion/completion-tree.js";
import { valueOfOption, valueOfWord } from "../../src/completion/completion-value.js";
import { fishScript } from "../../src/completion/fish-script.js";
import { zshScript } from "../../src/completion/zsh-script.js";
import { commandRow } from "../../src/command-table.js";
import { program } from "../../src/program.js";
import { folder, runCli } from "../run-cli.js";
import { noIo } from "../help/no-io.js";

const { root } = program(noIo());
const tree = await completionTree(root, commandRow);

/** Shells that are not everywhere: their part is left out where they are missing, and bash shows the rest. */
const installed = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

function run(shell: string, args: readonly string[], input: string, cwd?: string): string {
  const ran = spawnSync(shell, args, { input, cwd, encoding: "utf8", timeout: 30_000 });
  expect([ran.stderr, ran.status]).toEqual(["", 0]);
  return ran.stdout;
}

/** What bash offers behind these words; the last one is being typed. */
const CALLS = `
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gatehouse; echo "\${COMPREPLY[*]}"; }
`;

function inBash(lines: readonly (readonly string[])[], script = bashScript(tree)): readonly string[] {
  const asks = lines.map((words) => `ask ${words.map((word) => `'${word}'`).join(" ")}`);
  const text = [script, CALLS, ...asks].join("\n");
  return run("bash", ["--norc", "--noprofile", "-s"], `${text}\n`).split("\n").slice(0, -1);
}

const ROWS = [
  [["gatehouse", "che"], "check"],
  [["gatehouse", "check", "--for"], "--format"],
  [["gatehouse", "check", "--format", ""], "text json sarif junit github"],
  [["gatehouse", "check", "--format", "=", "j"], "json junit"],
  [["gatehouse", "check", "--format", "="], "text json sarif junit github"],
  [["gatehouse", "test", "--format", "s"], ""],
  [["gatehouse", "check", "--host", "claude"], "claude-code"],
  [["gatehouse", "--project", "check", "doc"], "doctor"],
  [["gatehouse", "--project", "list", "check", "--fail"], "--fail-on"],
  [["gatehouse", "list", "--project", "check", "--hos"], "--host"],
  [["gatehouse", "packs", "gi"], "git"],
  [["gatehouse", "packs", "git", "gi"], ""],
  [["gatehouse", "packs", "--poli"], ""],
  [["gatehouse", "init", "claude-code", "codex", "gem"], "gemini-cli"],
  [["gatehouse", "help", "unknown-ke"], "unknown-key"],
  [["gatehouse", "completion", ""], "bash zsh fish"],
  [["gatehouse", "mcp-gate", "--", "node", "--na"], ""],
] as const;

test("bash offers commands, options and their values", () => {
  const offered = inBash(ROWS.map(([words]) => words));
  expect(ROWS.map(([words], at) => [words, offered[at]])).toEqual(ROWS);
});

test("the command prints the script of a shell, and knows no other shell", async () => {
  expect((await runCli(["completion", "bash"])).stdout).toBe(bashScript(tree));
  const { code, stderr } = await runCli(["completion", "csh"]);
  expect([code, stderr]).toEqual([2, "gatehouse: no completion for `csh`\n  write one of bash, zsh, fish\n"]);
});

test("bash completes the names of files, and quotes them", () => {
  const there = folder({ "my rules.yaml": "", "script.bash": bashScript(tree), "some dir/x": "" });
  const typed = [
    "source script.bash",
    String.raw`gatehouse() { printf 'given<%s>\n' "$@"; }`,
    "gatehouse check --conflicts my\t",
    "gatehouse --project som\t",
    "gatehouse new --reason my\t",
    "exit",
  ];
  // Typed by a person: readline reads what is sent to a terminal.
  const out = run(
    "script",
    ["-qec", "bash --norc --noprofile -i", "/dev/null"],
    `${typed.join("\n")}\n`,
    there.path,
  );
  there.remove();
  const given = Array.from(out.matchAll(/^\W*given<(.*?)>/gm), ([, word]) => word);
  expect(given).toEqual([
    "check",
    "--conflicts",
    "my rules.yaml",
    "--project",
    "some dir/",
    "new",
    "--reason",
    "my",
  ]);
});

test("every value of an option and every word of a command says what it can be", async () => {
  const missing: string[] = [];
  const names = root.commands.map((command) => command.name());
  for (const command of [undefined, ...root.commands]) {
    const name = command?.name() ?? "";
    const row = commandRow(name);
    for (const option of (command ?? root).options)
      if ((option.required || option.optional) && !(await valueOfOption(row, option, names)))
        missing.push(`${name} ${option.long ?? ""}`);
    for (const argument of command?.registeredArguments ?? [])
      if (!(await valueOfWord(row, argument.name(), names))) missing.push(`${name} ${argument.name()}`);
  }
  expect(missing, "give it `values` in its row of packages/cli/src/table").toEqual([]);
});

/** Texts that mean something to a shell. */
const HOSTILE = String.raw`it's "so" [x] $(touch ran) ${"`touch ran`"} \ ; touch ran # : ) 'y'`;

function hostileTree(): ReturnType<typeof completionTree> {
  const hostile = new Command("gatehouse").option("--all <dir>", HOSTILE);
  hostile.command("check").summary(`${HOSTILE}\ntouch ran`).option("--one", HOSTILE);
  return completionTree(hostile, commandRow);
}

test("a description never becomes code in bash, and a name that needs quotes is refused", async () => {
  const there = folder({});
  const text = `${bashScript(await hostileTree())}${CALLS}ask gatehouse check --o\n`;
  expect(run("bash", ["--norc", "-s"], text, there.path)).toBe("--one\n");
  expect(existsSync(`${there.path}/ran`)).toBe(false);
  there.remove();
  const named = new Command("gatehouse");
  named.command("$(id)");
  const namedTree = await completionTree(named, commandRow);
  for (const script of [bashScript, zshScript, fishScript])
    expect(() => script(namedTree)).toThrow("cannot be written into a script");
});

// Debian and CI's machine come without zsh and fish.
test.skipIf(!installed("fish"))("fish offers the same, with descriptions as they are", async () => {
  const offered = (script: string, line: string): string =>
    run("fish", ["--no-config", "-c", `${script}\ncomplete -C "${line}"`], "");
  expect(offered(fishScript(tree), "gatehouse check --format j").match(/^\w+/gm)).toEqual(["json", "junit"]);
  expect(offered(fishScript(tree), "gatehouse --project list chec")).toMatch(/^check\t/);
  const there = folder({});
  const script = `cd ${there.path}\n${fishScript(await hostileTree())}`;
  expect(offered(script, "gatehouse check --o")).toBe(`--one\t${HOSTILE}\n`);
  expect(existsSync(`${there.path}/ran`)).toBe(false);
  there.remove();
});

test.skipIf(!installed("zsh"))("zsh reads the script, and its descriptions are text", async () => {
  const there = folder({});
  const defined = "compdef() { print -r -- $1 $2 }\n_arguments() { print -rl -- $@ }\n";
  run("zsh", ["-f", "-n"], zshScript(tree));
  const text = `${defined}${zshScript(await hostileTree())}\n_gatehouse\n`;
  const printed = run("zsh", ["-f", "-s"], text, there.path);
  expect(printed).toContain("_gatehouse gatehouse\n");
  expect(printed).toContain(String.raw`*--all=[it's "so" \[x\] $(touch ran)`);
  expect(existsSync(`${there.path}/ran`)).toBe(false);
  there.remove();
});
