import { existsSync, readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { shellLine } from "../../src/help/help-format.js";
import { program } from "../../src/program.js";
import { commandName } from "../../src/command-row.js";
import { COMMAND_TABLE, FIRST_COMMANDS } from "../../src/command-table.js";
import { folder, runCli } from "../run-cli.js";
import { EXAMPLE_FILES } from "./example-files.js";
import { noIo } from "./no-io.js";

const { root } = program(noIo());
const repository = path.resolve(import.meta.dirname, "../../../..");

/** Messages of a command line that was not understood. */
const MISUSED = /error: |unknown option|too many arguments|is neither a command|missing required/;

test.each(COMMAND_TABLE.flatMap((row) => row.examples.map((one) => [commandName(row), one] as const)))(
  "an example of %s runs: $1.does",
  async (_, example) => {
    const there = folder(EXAMPLE_FILES);
    const place = { cwd: there.path, home: there.home };
    try {
      if (example.args.includes("trail")) await runCli(["decide", "event.json", "--audit", "trail"], place);
      const stdin = example.stdin === undefined ? {} : { stdin: example.stdin };
      // It speaks on the streams of its process.
      const ran =
        example.args[0] === "lsp"
          ? runProcess(example.args, there.path)
          : await runCli(example.args, { ...place, ...stdin });
      expect([shellLine(example), ran.code, ran.stderr.match(MISUSED)?.[0]]).toEqual([
        shellLine(example),
        example.exit ?? 0,
        undefined,
      ]);
    } finally {
      there.remove();
    }
  },
);

function runProcess(args: readonly string[], cwd: string): { code: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [...commandArgs(), ...args], {
    cwd,
    input: "",
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, stderr };
}

test.each(COMMAND_TABLE.map((row) => [commandName(row), row] as const))(
  "the row of %s names words, options and a page that are there",
  (name, row) => {
    const command = root.commands.find((one) => one.name() === name);
    const words = command?.registeredArguments.map((argument) => argument.name());
    expect(Object.keys(row.words ?? {}), "`words` of its row").toEqual(words);
    const known = root.options.map(({ long }) => long);
    expect(row.common.filter((option) => !known.includes(option))).toEqual([]);
    const [file = "", anchor] = row.page.split("#");
    expect(existsSync(path.join(repository, file)), row.page).toBe(true);
    const anchors = readFileSync(path.join(repository, file), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("#"))
      .map(anchorOf);
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  },
);

function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

test("the help of the program is a screen, has every command, and keeps to the width", async () => {
  const { stdout } = await runCli(["--help"], {});
  expect(stdout.split("\n").length).toBeLessThanOrEqual(48);
  expect((await runCli(["help", "all"], {})).stdout.split("\n").length).toBeLessThanOrEqual(48);
  const words = stdout.split(/[\s,]+/);
  expect(root.commands.map((command) => command.name()).filter((name) => !words.includes(name))).toEqual([]);
  const narrow = (await runCli(["check", "--help"], { columns: 60, env: { NO_COLOR: "1" } })).stdout;
  const options = narrow.slice(narrow.indexOf("Options:"));
  expect(Math.max(...options.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
});

test.each([80, 120])("help begins with eight commands, on one screen of %i columns", async (columns) => {
  const { stdout } = await runCli(["--help"], { columns, env: { NO_COLOR: "1" } });
  const lines = stdout.split("\n");
  // The last line of the screen is the prompt.
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  const from = lines.indexOf("Begin with:");
  expect(lines.slice(from + 1, lines.indexOf("", from)).map((line) => line.trim().split(" ")[0])).toEqual(
    FIRST_COMMANDS,
  );
  expect(FIRST_COMMANDS).toHaveLength(8);
});

test.each(COMMAND_TABLE.map((row) => [commandName(row), row] as const))(
  "the first screen of 80 x 24 of the help of %s has what it does and the examples",
  async (name, row) => {
    const { stdout } = await runCli([name, "--help"], { columns: 80, env: { NO_COLOR: "1" } });
    const lines = stdout.split("\n");
    // The last line of the screen is the prompt.
    const first = lines.slice(0, 23);
    expect(first[0]).toMatch(new RegExp(`^Usage: gatehouse ${name}\\b`));
    const whole = first.join(" ").replaceAll(/\s+/g, " ");
    expect(whole).toContain(row.description.replaceAll(/\s+/g, " "));
    for (const example of row.examples) expect(first).toContain(`  ${shellLine(example)}`);
    const copied = new Set(row.examples.map((example) => `  ${shellLine(example)}`));
    for (const line of lines.filter((one) => !copied.has(one)))
      expect(line.length, line).toBeLessThanOrEqual(80);
  },
);

test("`help all` has a line for each command that people type", async () => {
  const { stdout } = await runCli(["help", "all"], {});
  for (const name of ["trust", "undo", "audit", "serve"])
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
});

test("the help of a command has the options that matter for it, and no others", async () => {
  const { stdout } = await runCli(["packs", "--help"], {});
  expect(stdout).toContain("--json");
  expect(stdout).not.toContain("--policies");
  expect((await runCli(["help", "options"], {})).stdout).toContain("--policies <path>");
});

test("help has colours on a terminal only", async () => {
  expect((await runCli(["check", "--help"], { columns: 80 })).stdout).toContain("\u001b[1m");
  for (const place of [{}, { columns: 80, env: { NO_COLOR: "1" } }])
    expect((await runCli(["check", "--help"], place)).stdout).not.toContain("\u001b");
  expect((await runCli(["check", "--help", "--no-color"], { columns: 80 })).stdout).not.toContain("\u001b");
});
