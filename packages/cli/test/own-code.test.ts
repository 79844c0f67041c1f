import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { FIRST_RULE } from "../../agents/src/init/first-rule.js";
import { person } from "./person.js";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const PACKAGE = { name: "p", version: "1.0.0", scripts: { test: "vitest run", build: "tsc" } };
const FILES = {
  "package.json": JSON.stringify(PACKAGE),
  "packages/a/package.json": JSON.stringify({ scripts: { test: "jest" } }),
  Makefile: "all:\n\techo all\n",
  "scripts/x.sh": "echo x\n",
  "src/app.py": "print(1)\n",
  ".git/HEAD": "ref: refs/heads/main\n",
};
const RULES = "version: 1\nextends: [pack/understood, pack/own-code]\n";
/** Calls that run code of the project, however it is called. */
const RUNS = [
  "npm test",
  "pnpm build",
  "yarn run build",
  "make",
  "sh scripts/x.sh",
  "./scripts/x.sh",
  "cargo build",
  "go test ./...",
  "pytest",
  "python3 src/app.py",
  "cd packages/a && npm test",
  "sh -c 'make all'",
  "env X=1 npm run build",
];

function project(rules = RULES, files: Readonly<Record<string, string>> = FILES): Folder {
  const one = folder({
    ...files,
    "~/.gatehouse/rules.yaml": rules,
    // What guards the agent itself takes time to compile.
    "~/.gatehouse/settings.json": JSON.stringify({ version: 1, ownConfig: "off" }),
  });
  made.push(one);
  return one;
}

/** What Claude Code's hook says of a command: `ask` with the policy, or nothing. */
async function said(one: Folder, command: string): Promise<string> {
  const stdout = await saidBy(one, command);
  return /(?:understood|own-code)\/[a-z-]+/.exec(stdout)?.[0] ?? stdout;
}

async function saidBy({ path, home }: Folder, command: string): Promise<string> {
  const stdin = JSON.stringify({
    ...{ session_id: "s", transcript_path: "/t", cwd: path, permission_mode: "default" },
    ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: "u" },
  });
  const { stdout } = await runCli(["hook", "claude-code", "--daemon", "off"], { cwd: path, home, stdin });
  return stdout;
}

function answer({ path, home }: Folder, ...more: readonly string[]): Promise<Ran> {
  return runCli(["trust", "--code", ...more], { cwd: path, home, terminal: person() });
}

function write({ path }: Folder, name: string, text: string): void {
  mkdirSync(dirname(join(path, name)), { recursive: true });
  writeFileSync(join(path, name), text);
}

describe("the project's own code", () => {
  test("is asked about until a person has answered, and one answer is for all of it", async () => {
    const one = project();
    for (const command of RUNS)
      expect([command, await said(one, command)]).toEqual([command, "own-code/unanswered"]);
    expect((await answer(one)).code).toBe(0);
    for (const command of RUNS) expect([command, await said(one, command)]).toEqual([command, ""]);
  });

  test.each([
    "ls",
    "cat Makefile",
    "npm install",
    "npx tsc",
    "node_modules/.bin/tsc",
    "bash /opt/other/x.sh",
    "eslint .",
    "git status",
  ])("%s runs none of it", async (command) => {
    expect(await said(project(), command)).toBe("");
  });

  test("is not asked about by what `init` writes, and by no other way in", async () => {
    expect(await said(project(FIRST_RULE), "npm test")).toBe("");
    const { path, home } = project();
    const stdin = JSON.stringify({
      event: "before_tool_call",
      toolName: "exec",
      params: { command: "npm test" },
      cwd: path,
    });
    const { stdout } = await runCli(["decide", "--json"], { cwd: path, home, stdin });
    expect(JSON.parse(stdout)).toMatchObject({ effect: "abstain" });
  });

  test.each([
    [
      "a script of package.json",
      "npm test",
      "package.json",
      JSON.stringify({ ...PACKAGE, scripts: { test: "curl x" } }),
    ],
    [
      "a new script of package.json",
      "npm run build",
      "package.json",
      JSON.stringify({ ...PACKAGE, scripts: { ...PACKAGE.scripts, prebuild: "x" } }),
    ],
    ["a package.json that is none any more", "npm test", "package.json", "{"],
    ["a script of a package of it", "cd packages/a && npm test", "packages/a/package.json", "{}"],
    ["a Makefile", "make -j4 all", "Makefile", "all:\n\techo other\n"],
    ["a makefile that counts before it", "make", "GNUmakefile", "all:\n"],
    ["a script", "./scripts/x.sh a b", "scripts/x.sh", "echo y\n"],
    ["a script behind a shell", "bash -x scripts/x.sh", "scripts/x.sh", "echo y\n"],
    ["what cargo builds with", "cargo test", "build.rs", "fn main() {}\n"],
  ])("is asked about again when %s is not as it was", async (_, command, file, text) => {
    const one = project(FIRST_RULE);
    await answer(one);
    expect(await said(one, command)).toBe("");
    const before = existsSync(join(one.path, file)) ? readFileSync(join(one.path, file), "utf8") : undefined;
    write(one, file, text);
    expect(await said(one, command)).toBe("understood/changed-code");
    if (before === undefined) return;
    write(one, file, before);
    expect(await said(one, command)).toBe("");
    write(one, file, text);
    await answer(one);
    expect(await said(one, command)).toBe("");
  });

  test.each([
    [
      "a version and a dependency",
      "npm test",
      "package.json",
      JSON.stringify({ ...PACKAGE, version: "2.0.0", dependencies: { x: "1" } }),
    ],
    ["the sources", "pytest", "src/app.py", "print(2)\n"],
    ["a program that is edited all day", "python3 src/app.py", "src/app.py", "print(2)\n"],
    ["a definition of something else", "make", "package.json", "{}"],
    ["what is installed", "npm test", "node_modules/x/package.json", '{"scripts":{"test":"x"}}'],
  ])("is not asked about again when %s changes", async (_, command, file, text) => {
    const one = project();
    await answer(one);
    write(one, file, text);
    expect(await said(one, command)).toBe("");
  });

  test("is asked about again once the answer is taken back", async () => {
    const one = project();
    await answer(one);
    expect((await answer(one, "--remove")).stdout).toContain("no person has answered");
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
  });

  test("an answer is for one project", async () => {
    const one = project();
    await answer(one);
    const moved = `${one.path}-copy`;
    renameSync(one.path, moved);
    expect(await said({ ...one, path: moved }, "npm test")).toBe("own-code/unanswered");
    symlinkSync(moved, one.path);
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
  });
});

describe("what a file does that a call runs", () => {
  const STRICT = "version: 1\nextends: [pack/understood, pack/destructive, pack/secrets]\n";
  const WIPES = {
    ...FILES,
    "package.json": JSON.stringify({ scripts: { wipe: "sh scripts/wipe.sh", keep: "rm -rf dist" } }),
    Makefile: "all:\n\techo all\nwipe:\n\trm -rf /etc\n",
    "scripts/wipe.sh": "set -e\nrm -rf /etc\n",
    "scripts/keep.sh": "rm -rf build\n",
    "src/wipe.py": "import shutil\nshutil.rmtree('/etc')\n",
    "src/wipe.mjs": "import { rmSync } from 'node:fs';\nrmSync('/etc', { recursive: true });\n",
    "src/large.sh": `#${"x".repeat(70_000)}\nrm -rf /etc\n`,
  };
  const IN_ANSWER = ["sh scripts/wipe.sh", "bash -e scripts/wipe.sh a", "make wipe", "npm run wipe"];
  const BESIDE = ["python3 src/wipe.py", "node src/wipe.mjs"];
  const stopped = async (one: Folder, command: string) => (await saidBy(one, command)).includes('"deny"');

  test("is decided as what the call itself does", async () => {
    const one = project(STRICT, WIPES);
    for (const command of [...IN_ANSWER, ...BESIDE])
      expect([command, await stopped(one, command)]).toEqual([command, true]);
    for (const command of [
      "sh scripts/keep.sh",
      "make",
      "npm run keep",
      "sh src/large.sh",
      "sh scripts/none.sh",
    ])
      expect([command, await saidBy(one, command)]).toEqual([command, ""]);
  });

  test("is part of a person's answer as long as it is what they saw; programs that no answer keeps are not", async () => {
    const one = project(STRICT, WIPES);
    await answer(one);
    for (const command of IN_ANSWER) expect([command, await saidBy(one, command)]).toEqual([command, ""]);
    for (const command of BESIDE) expect([command, await stopped(one, command)]).toEqual([command, true]);
    write(one, "scripts/wipe.sh", "rm -rf /usr\n");
    expect(await stopped(one, "sh scripts/wipe.sh")).toBe(true);
    write(one, "scripts/new.sh", "rm -rf /usr\n");
    expect(await stopped(one, "sh scripts/new.sh")).toBe(true);
  });

  test("of a pipe, a folder or what is no text nothing is read, and nothing waits", async () => {
    const one = project(STRICT, WIPES);
    expect(spawnSync("mkfifo", [join(one.path, "pipe.sh")]).status).toBe(0);
    writeFileSync(join(one.path, "binary"), Buffer.from("#!/bin/sh\n\0\xffrm -rf /etc\n", "latin1"));
    for (const command of ["sh pipe.sh", "./binary", "sh scripts", "python3 /dev/zero"])
      expect([command, await saidBy(one, command)]).toEqual([command, ""]);
  });
});

describe("only a person answers", () => {
  test("not without a terminal, nor with the hash of other definitions, nor by pressing Enter", async () => {
    const one = project();
    const { path, home } = one;
    const run = (...more: readonly string[]): Promise<Ran> =>
      runCli(["trust", "--code", ...more], { cwd: path, home });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("no terminal") as unknown });
    expect((await run("--yes", "a".repeat(64))).code).toBe(2);
    const declined = await runCli(["trust", "--code"], { cwd: path, home, terminal: person(() => "") });
    expect(declined.code).toBe(1);
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
  });

  test("the built-in policies keep an agent from the command and from the file", async () => {
    const one = project();
    writeFileSync(join(one.home, ".gatehouse/settings.json"), '{"version":1}');
    for (const command of [
      "gatehouse trust --code",
      'gatehouse "trust" --code --yes 0123456789abcdef',
      "echo '{}' > ~/.gatehouse/own-code.json",
      "cp x ~/.gatehouse/own-code.json",
    ])
      expect([command, await said(one, command)]).toEqual([
        command,
        expect.stringContaining("deny") as unknown,
      ]);
  });

  test("an answer that others may have written is none", async () => {
    const one = project();
    await answer(one);
    const file = join(one.home, ".gatehouse/own-code.json");
    chmodSync(file, 0o666);
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
    chmodSync(file, 0o600);
    expect(await said(one, "npm test")).toBe("");
    renameSync(file, `${file}.real`);
    symlinkSync(`${file}.real`, file);
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
    renameSync(`${file}.real`, file);
    appendFileSync(file, "}");
    expect(await said(one, "npm test")).toBe("own-code/unanswered");
  });
});

test("`list`, `doctor` and `trust --code` show the answer, and what has changed since", async () => {
  const one = project();
  const { path, home } = one;
  const shown = async (...args: readonly string[]): Promise<string> =>
    (await runCli(args, { cwd: path, home })).stdout;
  expect(await shown("list")).not.toContain("may run, as a person said");
  await answer(one);
  expect(await shown("list")).toContain(`the own code of ${path} may run`);
  expect(await shown("doctor")).toContain("own-code-answered");
  write(one, "Makefile", "other:\n");
  expect(await shown("list")).toContain("asked about again: Makefile");
  expect(await shown("doctor")).toContain("own-code-changed");
  expect(JSON.parse(await shown("list", "--json"))).toMatchObject({
    ownCode: { state: "changed", changed: ["Makefile"] },
  });
});
