import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HookPrinted } from "../../../agents/src/daemon/ask-daemon.js";
import { CURL, type LinePlace, linePlace } from "./line-place.js";

let there: LinePlace;
beforeEach(() => {
  there = linePlace();
});
afterEach(() => there.remove());

const daemon = () => ({ stdout: "by the daemon" });
const LARGE = JSON.stringify({ text: "é%s\\n$HOME`id`".repeat(200_000) });

// Without curl on this machine no line asks a daemon.
describe.skipIf(CURL === undefined)("a line that asks the daemon first", () => {
  test("its answer is passed on, and the payload arrives whole", async () => {
    await there.serve(daemon);
    expect(await there.run(LARGE)).toEqual({ status: 0, stdout: "by the daemon", stderr: "" });
    const [call] = there.calls;
    expect(call).toMatchObject({ agent: "claude-code", folder: there.home, folderIs: "cwd" });
    // What started the line is the agent, or a shell of it: it does not approve its own call.
    expect(call?.caller).toBeGreaterThan(1);
    expect(Buffer.from(there.calls[0]?.payload ?? []).toString()).toBe(LARGE);
  });

  test("the agent's own word for the project counts, and any name of a folder arrives", async () => {
    await there.serve(daemon);
    const odd = join(there.home, 'ö "b" $(id) `c`');
    mkdirSync(odd);
    await there.run("{}", { cwd: odd });
    await there.run("{}", { env: { CLAUDE_PROJECT_DIR: "/work/project" } });
    await there.run("{}", { env: { CURSOR_PROJECT_DIR: "/work/cursor" } });
    expect(there.calls).toMatchObject([
      { folder: odd, folderIs: "cwd" },
      { folder: "/work/project", folderIs: "project" },
      { folder: "/work/cursor", folderIs: "project" },
    ]);
  });

  test.each<[string, string, string]>([
    ["nothing", "", ""],
    ["line breaks at the end", "a\nb\n\n\n", "a\nb"],
    ["line breaks alone", "\n\n", ""],
    ["what a shell reads otherwise", "*?[a]\\n%s $HOME `id` 'é\"", "*?[a]\\n%s $HOME `id` 'é\""],
    ["a megabyte", "x".repeat(1_000_000), "x".repeat(1_000_000)],
  ])("an answer of %s is passed on as that of the hook would be", async (_, said, printed) => {
    await there.serve(() => ({ stdout: said }));
    expect(await there.run("{}")).toEqual({ status: 0, stdout: printed, stderr: "" });
    await there.remove();
    there = linePlace();
    there.hook(`process.stdin.resume().on("end", () => process.stdout.write(${JSON.stringify(said)}))`);
    expect(await there.run("{}")).toEqual({ status: 0, stdout: printed, stderr: "" });
  });

  test.each<[string, Partial<HookPrinted> | Error]>([
    ["a deny that takes another exit code", { stdout: "", stderr: "no", exitCode: 2 }],
    ["a failure", new Error("broken")],
  ])("%s: the hook decides, with the same payload", async (_, answered) => {
    await there.serve(() => answered);
    const bytes = Buffer.byteLength(LARGE);
    expect(await there.run(LARGE)).toEqual({
      status: 0,
      stdout: `by the hook hook claude-code --daemon auto ${bytes}`,
      stderr: "",
    });
  });

  test("no daemon, or a file in its place: the hook decides", async () => {
    expect((await there.run("{}")).stdout).toBe("by the hook hook claude-code --daemon auto 2");
    mkdirSync(there.place.folder, { recursive: true });
    writeFileSync(there.place.socket, "");
    expect((await there.run("{}")).stdout).toBe("by the hook hook claude-code --daemon auto 2");
  });

  test("a folder with a line break is not sent as a header", async () => {
    await there.serve(daemon);
    const odd = join(there.home, "a\nx-gatehouse-project: /elsewhere");
    mkdirSync(odd, { recursive: true });
    expect((await there.run("{}", { cwd: odd })).stdout).toMatch(/^by the hook/);
    expect(there.calls).toEqual([]);
  });

  test("neither answers: the tool is blocked", async () => {
    there.hook("process.exit(1)");
    const { status, stderr } = await there.run("{}");
    expect(status).toBe(2);
    expect(stderr).toMatch(/no decision/);
  });

  test("variables of the agent that have the names of the script's own are no part of it", async () => {
    await there.serve(daemon);
    const env = {
      payload: "x",
      out: "x",
      s: "0",
      mark: "x",
      run: "/tmp",
      nl: "x",
      folder: "x",
      curl: "/bin/true",
    };
    expect(await there.run(LARGE, { env })).toEqual({ status: 0, stdout: "by the daemon", stderr: "" });
    await there.remove();
    there = linePlace();
    expect((await there.run(LARGE, { env })).stdout).toMatch(/^by the hook hook claude-code/);
    rmSync(there.script);
  });
});

/** As the version before marks has installed it. */
const OLD = [
  `p=$(cat); s=1`,
  `h="x-gatehouse-cwd: $PWD"`,
  `if [ -S "$4" ] && [ -O "$4" ]; then out=$(printf %s "$p" | curl -sf --max-time 22 -H Expect: -H "$h" --unix-socket "$4" --data-binary @- "http://gatehouse/hook/$1"); s=$?; fi`,
  `[ $s = 0 ] || { out=$(printf %s "$p" | "$2" "$3" hook "$1" --daemon auto); s=$?; }`,
  `[ $s = 0 ] || exit 2`,
  `printf %s "$out"`,
].join("; ");

test.skipIf(CURL === undefined)(
  "a line of an earlier version is answered by the daemon as before",
  async () => {
    await there.serve(daemon);
    const args = [
      "-c",
      OLD,
      "gatehouse-hook",
      "claude-code",
      process.execPath,
      "/nonexistent",
      there.place.socket,
    ];
    const child = spawn("/bin/sh", args, { cwd: there.home, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end("{}");
    let text = "";
    child.stdout.on("data", (part) => (text += String(part)));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(text).toBe("by the daemon");
  },
);
