import { accessSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import {
  type BubblewrapOptions,
  bubblewrapArgv,
  type CommandOutcome,
  runCommand,
} from "@gatehouse-hooks/commands";
import { beforeAll, expect, test } from "vitest";
import { requireProgram } from "../../../../test/require-program.js";
import { tempDir } from "../../../../test/temp-dir.js";

beforeAll(() => requireProgram("bwrap", "bubblewrap"));

async function run(script: string, options: BubblewrapOptions): Promise<CommandOutcome & { kind: "ran" }> {
  const sandboxed = bubblewrapArgv({ file: "/bin/sh", args: ["-c", script] }, options);
  if (sandboxed.kind === "refused") throw new Error(sandboxed.message);
  const outcome = await runCommand(sandboxed.argv, {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", GREETING: "hello" },
    input: "from stdin",
    timeoutMs: 20_000,
    maxOutputBytes: 10_000,
    graceMs: 500,
  });
  if (outcome.kind !== "ran") throw new Error(outcome.message);
  return outcome;
}

test("without bubblewrap the command is refused, never run bare", async () => {
  const cwd = await tempDir();
  expect(bubblewrapArgv({ file: "/bin/true", args: [] }, { cwd, directories: [cwd] })).toEqual({
    kind: "refused",
    code: "sandbox-unavailable",
    message: "bubblewrap is not installed: the command does not run without its sandbox",
  });
});

test("paths must be absolute, and arguments that look like options stay the command's", async () => {
  expect(() => bubblewrapArgv({ file: "true", args: [] }, { cwd: "here" })).toThrow(TypeError);
  const cwd = await tempDir();
  writeFileSync(path.join(cwd, "bwrap"), "", { mode: 0o755 });
  const made = bubblewrapArgv({ file: "--bind", args: ["--share-net", "/"] }, { cwd, directories: [cwd] });
  if (made.kind === "refused") throw new Error(made.message);
  expect(made.argv.args.slice(-4)).toEqual(["--", "--bind", "--share-net", "/"]);
  expect(made.argv.args.slice(0, -3)).not.toContain("--share-net");
});

test("in the sandbox: stdin, variables and the working directory; nothing else can be written", async () => {
  const cwd = await tempDir();
  const outside = await tempDir();
  mkdirSync(path.join(cwd, ".gatehouse"));
  writeFileSync(path.join(cwd, ".gatehouse", "rules.yaml"), "rules");
  const script = `cat; echo " $GREETING $(pwd)"; echo yes > made
    echo no > ${outside}/made; echo no > /etc/gatehouse-made; echo no > .gatehouse/rules.yaml; echo tmp > /tmp/made && cat /tmp/made`;
  const { stdout, exitCode } = await run(script, { cwd, readOnly: [path.join(cwd, ".gatehouse")] });
  expect([stdout, exitCode]).toEqual([`from stdin hello ${cwd}\ntmp\n`, 0]);
  expect(readFileSync(path.join(cwd, "made"), "utf8")).toBe("yes\n");
  expect(readFileSync(path.join(cwd, ".gatehouse", "rules.yaml"), "utf8")).toBe("rules");
  for (const file of [path.join(outside, "made"), "/etc/gatehouse-made", "/tmp/made"]) {
    expect(() => accessSync(file)).toThrow();
  }
});

test("no network, no other processes, no hidden files; the exit code is the command's", async () => {
  const cwd = await tempDir();
  const secret = path.join(cwd, "keys");
  mkdirSync(secret);
  writeFileSync(path.join(secret, "id"), "secret");
  const script = `ls ${secret}; cat /proc/net/dev | grep -vc -e lo: -e '|'; ls -d /proc/[0-9]* | wc -l; exit 7`;
  const { stdout, exitCode } = await run(script, { cwd, hidden: [secret, path.join(cwd, "missing")] });
  const [interfaces, processes] = stdout.split("\n").map(Number);
  expect([interfaces, exitCode]).toEqual([0, 7]);
  expect(processes).toBeLessThan(8);
});

test("at the timeout everything in the sandbox ends", async () => {
  const cwd = await tempDir();
  const sandboxed = bubblewrapArgv(
    { file: "/bin/sh", args: ["-c", "(while :; do echo x >> beats; sleep 0.05; done) & sleep 600"] },
    { cwd },
  );
  if (sandboxed.kind === "refused") throw new Error(sandboxed.message);
  const file = path.join(cwd, "beats");
  const outcome = await runCommand(sandboxed.argv, {
    cwd,
    env: { PATH: process.env["PATH"] ?? "" },
    input: "",
    timeoutMs: 300,
    maxOutputBytes: 1_000,
    graceMs: 100,
  });
  expect(outcome).toMatchObject({ kind: "ran", timedOut: true });
  const beats = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const before = beats();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(beats()).toBe(before);
});
