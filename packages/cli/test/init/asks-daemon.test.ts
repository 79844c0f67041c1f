import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HookPrinted, HookCall } from "../../src/daemon/hook-call.js";
import { socketPlace } from "../../src/daemon/own-socket.js";
import { type Daemon, serveDaemon } from "../../src/daemon/serve-daemon.js";
import { hookCommandLine, readHookCommandLine } from "../../src/init/hook-command-line.js";

let home = "";
let socket = "";
let daemon: Daemon | undefined;
const calls: HookCall[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gh-l-"));
  const place = socketPlace(home);
  socket = place.kind === "place" ? place.socket : "";
  calls.length = 0;
});
afterEach(async () => {
  await daemon?.close();
  daemon = undefined;
  rmSync(home, { recursive: true, force: true });
});

async function serve(answered: Partial<HookPrinted> | Error): Promise<void> {
  const place = socketPlace(home);
  if (place.kind === "refused") throw new Error(place.message);
  daemon = await serveDaemon({
    place,
    idleMs: 60_000,
    status: () => null,
    answer: (call) => {
      calls.push(call);
      if (answered instanceof Error) return Promise.reject(answered);
      return Promise.resolve({ stdout: "by the daemon", stderr: "", exitCode: 0, ...answered });
    },
  });
}

/** The hook itself, which says what it was called with. */
const HOOK = `let n = 0; process.stdin.on("data", (part) => (n += part.length));
process.stdin.on("end", () => process.stdout.write(["by the hook", ...process.argv.slice(2), n].join(" ")));`;

function run(
  input: string,
  more: { cwd?: string; env?: Record<string, string>; source?: string } = {},
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const binary = join(home, "hook.mjs");
  writeFileSync(binary, more.source ?? HOOK);
  const line = hookCommandLine("claude-code", { node: process.execPath, binary, blocks: true, socket });
  const child = spawn("/bin/sh", ["-c", line], {
    cwd: more.cwd ?? home,
    env: { PATH: process.env["PATH"] ?? "", ...more.env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, stdout, stderr })));
}

const LARGE = JSON.stringify({ text: "é%s\\n$HOME`id`".repeat(200_000) });

describe("a line that asks the daemon first", () => {
  test("its answer is passed on, and the payload arrives whole", async () => {
    await serve({});
    expect(await run(LARGE)).toEqual({ status: 0, stdout: "by the daemon", stderr: "" });
    expect(calls[0]).toMatchObject({ agent: "claude-code", folder: home, folderIs: "cwd" });
    expect(Buffer.from(calls[0]?.payload ?? []).toString()).toBe(LARGE);
  });

  test("the agent's own word for the project counts, and any name of a folder arrives", async () => {
    await serve({});
    const odd = join(home, 'ö "b" $(id) `c`');
    mkdirSync(odd);
    await run("{}", { cwd: odd });
    await run("{}", { env: { CLAUDE_PROJECT_DIR: "/work/project" } });
    expect(calls).toMatchObject([
      { folder: odd, folderIs: "cwd" },
      { folder: "/work/project", folderIs: "project" },
    ]);
  });

  test.each<[string, Partial<HookPrinted> | Error]>([
    ["a deny that takes another exit code", { stdout: "", stderr: "no", exitCode: 2 }],
    ["a failure", new Error("broken")],
  ])("%s: the hook decides, with the same payload", async (_, answered) => {
    await serve(answered);
    const bytes = Buffer.byteLength(LARGE);
    expect(await run(LARGE)).toEqual({
      status: 0,
      stdout: `by the hook hook claude-code --daemon auto ${bytes}`,
      stderr: "",
    });
  });

  test("no daemon, or a file in its place: the hook decides", async () => {
    expect((await run("{}")).stdout).toBe("by the hook hook claude-code --daemon auto 2");
    mkdirSync(join(home, ".gatehouse", "run"), { recursive: true });
    writeFileSync(socket, "");
    expect((await run("{}")).stdout).toBe("by the hook hook claude-code --daemon auto 2");
  });

  test("a folder with a line break is not sent as a header", async () => {
    await serve({});
    const odd = join(home, "a\nx-gatehouse-project: /elsewhere");
    mkdirSync(odd, { recursive: true });
    expect((await run("{}", { cwd: odd })).stdout).toMatch(/^by the hook/);
    expect(calls).toEqual([]);
  });

  test("neither answers: the tool is blocked", async () => {
    const { status, stderr } = await run("{}", { source: "process.exit(1)" });
    expect(status).toBe(2);
    expect(stderr).toMatch(/no decision/);
  });

  test("the line is read back with its socket", () => {
    const line = hookCommandLine("codex", { node: "/n", binary: "/b c", blocks: true, socket: "/s" });
    expect(readHookCommandLine(line)).toEqual({ agent: "codex", node: "/n", binary: "/b c", socket: "/s" });
  });
});
