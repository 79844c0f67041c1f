import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { type Folder, folder, type Ran, runCli } from "../run-cli.js";

const bin = path.resolve(import.meta.dirname, "../../src/bin.ts");

let there: Folder;
let daemon: ChildProcess;
let ended: Promise<number | null>;

beforeEach(async () => {
  there = folder({ "~/.claude/settings.json": "{}", "~/.gemini/settings.json": "{}" });
  daemon = spawn(process.execPath, [...commandArgs(), "daemon", "run"], {
    cwd: "/",
    env: { ...process.env, HOME: there.home },
    stdio: "ignore",
  });
  ended = new Promise((resolve) => daemon.on("close", resolve));
  while ((await run("daemon", "status")).code !== 0) await new Promise((resolve) => setTimeout(resolve, 100));
}, 30_000);
afterEach(async () => {
  daemon.kill("SIGKILL");
  await ended;
  there.remove();
});

function run(...args: readonly string[]): Promise<Ran> {
  return runCli(args, { cwd: there.path, home: there.home, env: { PATH: process.env["PATH"] ?? "" } });
}

test("the undo of the last hook stops the daemon, and no undo before it does", async () => {
  const install = ["--yes", "--no-probe", "--binary", bin];
  expect((await run("init", "claude-code", "gemini-cli", ...install)).code).toBe(0);
  const { stdout } = await run("init", "--undo", "claude-code");
  expect(stdout).toContain("the daemon goes on: hooks of other agents or projects ask it");
  expect((await run("daemon", "status")).code).toBe(0);
  expect((await run("init", "--undo", "--dry-run")).stdout).not.toContain("daemon");
  const last = await run("init", "--undo", "--json");
  expect(JSON.parse(last.stdout)).toMatchObject({ daemon: "stopped" });
  expect(await ended).not.toBeNull();
  expect((await run("daemon", "status")).code).toBe(1);
}, 30_000);
