import { type ChildProcess, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folder, type Folder, type Ran, runCli } from "./run-cli.js";

const RULES = `version: 1
policies:
  - id: wave-through
    events: before_tool_call
    allow: trust me
`;
const WAITS = "process.stdin.resume();";
/** An agent that starts a script which lets go of it, and of the variables by which it would be known. */
const LEAVES = `import { spawnSync } from "node:child_process";
spawnSync("sh", ["-c", "env -i setsid '" + process.execPath + "' left.mjs </dev/null >/dev/null 2>&1 &"]);
process.stdin.resume();`;
const LEFT = `import { renameSync, writeFileSync } from "node:fs";
writeFileSync("pid.new", String(process.pid));
renameSync("pid.new", "pid");
setTimeout(() => {}, 60_000);`;

let here: Folder;
/** Processes that a command may be run in: one below a program with the name of an agent, and one of a script. */
let inAgent: ChildProcess;
let inScript: ChildProcess;
beforeAll(async () => {
  here = folder({
    ".gatehouse/rules.yaml": RULES,
    "~/.claude/settings.json": "{}",
    "codex.mjs": WAITS,
    "script.mjs": WAITS,
    "claude.mjs": LEAVES,
    "left.mjs": LEFT,
  });
  inAgent = spawn(process.execPath, [join(here.path, "codex.mjs")], { stdio: ["pipe", "ignore", "ignore"] });
  inScript = spawn(process.execPath, [join(here.path, "script.mjs")], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await Promise.all([once(inAgent, "spawn"), once(inScript, "spawn")]);
});
afterAll(() => {
  inAgent.kill();
  inScript.kill();
  here.remove();
});

async function run(by: Pick<ChildProcess, "pid">, ...args: readonly string[]): Promise<Ran> {
  return await runCli(args, {
    cwd: here.path,
    home: here.home,
    env: { PATH: process.env["PATH"] ?? "" },
    ...(by.pid === undefined ? {} : { process: by.pid }),
  });
}

const TRUST = ["trust", ".gatehouse/rules.yaml", "--yes", hash("sha256", RULES, "hex")];
const INIT = ["init", "claude-code", "--yes", "--no-probe", "--no-daemon"];
test.runIf(process.platform === "linux")(
  "what an agent has left behind is known while the agent runs, also where none of its calls waits",
  async () => {
    const agent = spawn(process.execPath, ["claude.mjs"], {
      cwd: here.path,
      stdio: ["pipe", "ignore", "inherit"],
    });
    const file = join(here.path, "pid");
    while (!existsSync(file)) await new Promise((go) => setTimeout(go, 20));
    const pid = Number(readFileSync(file, "utf8"));
    try {
      const { code, stderr } = await run({ pid }, ...TRUST);
      expect([code, stderr]).toEqual([2, expect.stringContaining("left behind")]);
    } finally {
      process.kill(pid);
      agent.kill();
    }
  },
);

test("an agent may put the first hooks in place, and then neither change them nor take them out", async () => {
  expect(await run(inAgent, ...INIT)).toMatchObject({ code: 0 });
  for (const more of [["--binary", "/bin/true"], ["--undo"]]) {
    const { code, stderr } = await run(inAgent, ...INIT, ...more);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is the agent `codex`")]);
  }
  // What changes nothing is anybody's.
  expect(await run(inAgent, ...INIT, "--undo", "--dry-run")).toMatchObject({ code: 0 });
  expect(await run(inScript, ...INIT, "--undo")).toMatchObject({ code: 0 });
});

test("an agent trusts no file, and takes no trust back, also with the hash of it", async () => {
  expect(await run(inAgent, ...TRUST)).toMatchObject({ code: 2 });
  expect((await run(inAgent, "trust", "--code", "--yes", "0123456789abcdef")).stderr).toContain(
    "is the agent `codex`",
  );
  expect(await run(inScript, ...TRUST)).toMatchObject({ code: 0 });
  expect(await run(inAgent, "trust", ".gatehouse/rules.yaml", "--remove")).toMatchObject({ code: 2 });
  expect(await run(inAgent, "trust")).toMatchObject({ code: 0 });
});
