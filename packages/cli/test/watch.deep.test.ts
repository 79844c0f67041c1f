import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandArgs } from "../../../test/e2e/spawn-cli.js";
import { type Folder, folder, runCli } from "./run-cli.js";

const RULE =
  "version: 1\npolicies:\n  - id: a\n    events: before_tool_call\n    tools: Bash\n    deny: deploy by hand\n";
const TESTED = `${RULE}    tests:\n      - event: { toolName: Bash, params: {} }\n        expect: deny\n`;
const RECORD = '{ "version": 1, "files": [], "folders": [] }';
const WATCHING = "watching for changes; Ctrl-C ends\n";

/** A command that watches, and what it has written. */
interface Watching {
  readonly child: ChildProcess;
  readonly there: Folder;
  /** What it has written since the last time, once it has run again. */
  readonly result: () => Promise<string>;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

function watching(args: readonly string[], files: Readonly<Record<string, string>>): Watching {
  const there = folder(files);
  const child = spawn(process.execPath, [...commandArgs(), ...args, "--watch"], {
    cwd: there.path,
    env: { ...process.env, HOME: there.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let out = "";
  let err = "";
  let wake: () => void = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    there.remove();
  });
  const result = async (): Promise<string> => {
    while (!out.includes(WATCHING)) await new Promise<void>((resolve) => (wake = resolve));
    const [first = ""] = out.split(WATCHING, 1);
    out = out.slice(first.length + WATCHING.length);
    return first;
  };
  return { child, there, result, stderr: () => err, ended };
}

test("check runs again when a file changes, breaks, appears or goes, and ends as interrupted", async () => {
  const { child, there, result, stderr, ended } = watching(["check", ".gatehouse"], {
    ".gatehouse/a.yaml": RULE,
  });
  const at = (name: string): string => path.join(there.path, ".gatehouse", name);
  const first = await result();
  expect(first).toContain("1 file: 0 errors");
  expect(first).not.toContain("changed");
  writeFileSync(at("a.yaml"), "policies: [");
  const broken = await result();
  expect(broken).toMatch(/^\d\d:\d\d:\d\d {2}\.gatehouse\/a\.yaml changed\n/);
  expect(broken).toMatch(/[1-9]\d* errors?/);
  writeFileSync(at("a.yaml"), RULE);
  expect(await result()).toContain("1 file: 0 errors");
  writeFileSync(at("b.yaml"), RULE.replace("id: a", "id: b"));
  const more = await result();
  expect(more).toContain(".gatehouse/b.yaml changed");
  expect(more).toContain("2 files: 0 errors");
  rmSync(at("b.yaml"));
  expect(await result()).toContain("1 file: 0 errors");
  rmSync(at("a.yaml"));
  expect(await result()).toMatch(/a\.yaml changed\n$/);
  writeFileSync(at("a.yaml"), RULE);
  expect(await result()).toContain("1 file: 0 errors");
  expect(stderr()).toBe("gatehouse: no policy file in `.gatehouse`\n");
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  // Nothing of a terminal goes into a pipe.
  expect([first, broken, more].join("")).not.toContain("\u001b");
}, 30_000);

test("test runs again for what appears where nothing was, also a configuration, and other files are no change", async () => {
  const { child, there, result, ended } = watching(["test"], { "README.md": "" });
  expect(await result()).toContain("no");
  mkdirSync(path.join(there.path, ".gatehouse"));
  writeFileSync(path.join(there.path, ".gatehouse", "a.yaml"), TESTED);
  let ran = await result();
  // The folder may be seen before its file.
  if (!ran.includes("1 test")) ran = await result();
  expect(ran).toMatch(/1 (of 1 )?tests? pass/);
  writeFileSync(path.join(there.path, "README.md"), "changed");
  writeFileSync(path.join(there.path, "mayros.json5"), "{ llmHooks: { projectHookDir: 1 } }");
  expect(await result()).toContain("mayros.json5 changed");
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
}, 30_000);

test.each([
  [["check", "--watch", "--json"], "leave out --json, or --watch"],
  [["check", "--watch", "--format", "sarif"], "leave out --format sarif, or --watch"],
  [["test", "--watch", "--format", "junit"], "leave out --format junit, or --watch"],
  [["test", "--watch", "hooks.mjs"], "node --watch hooks.mjs"],
  [["check", "--watch", "missing"], "missing"],
])("%j is refused", async (args, says) => {
  const there = folder({});
  const { code, stdout, stderr } = await runCli(args, { cwd: there.path, home: there.home });
  there.remove();
  expect(code).toBe(2);
  // With `--json` the error is on standard output, too, and nothing else is.
  if (stdout !== "") expect(JSON.parse(stdout)).toMatchObject({ ok: false });
  expect(stderr).toContain(says);
});

test("doctor looks again when a settings file of an agent with hooks changes", async () => {
  const { there, result } = watching(["doctor", "gemini-cli"], {
    "~/.gemini/settings.json": "{}",
    "~/.gatehouse/state/init.json": RECORD,
  });
  expect(await result()).toMatch(/^NOT GUARDED/);
  const file = path.join(there.home, ".gatehouse/state/init.json");
  writeFileSync(file, `${RECORD}\n`);
  expect(await result()).toMatch(/init\.json changed\nNOT GUARDED/);
}, 30_000);
