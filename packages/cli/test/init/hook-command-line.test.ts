import fc from "fast-check";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import {
  hookCommandLine,
  readHookCommandLine,
  wholeCommandLine,
} from "../../../agents/src/init/hook-command-line.js";
import { hookFile, hookFilePath, readHookFile } from "../../../agents/src/init/hook-file.js";
import type { Launcher } from "../../../agents/src/init/launcher.js";
import { LOADERS } from "../../../agents/src/init/loaders.table.js";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-line-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Shells of this machine that an agent may start. */
const SHELLS = ["/bin/sh", "/bin/bash", "/bin/zsh", "/usr/bin/fish"].filter(
  (shell) => spawnSync(shell, ["-c", "true"]).status === 0,
);

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a line is made of what it starts. */
type Form = (launcher: Launcher, blocks: boolean) => string;

/** The line that is installed, and its script. */
const installed: Form = (launcher, blocks) => {
  const file = hookFilePath(join(folder, "it's a home"));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hookFile(launcher));
  return hookCommandLine("claude-code", { file, blocks });
};
/** The line that is copied by hand. */
const whole: Form = (launcher, blocks) => wholeCommandLine("claude-code", { ...launcher, blocks });
const FORMS: readonly (readonly [string, Form])[] = [
  ["installed", installed],
  ["copied by hand", whole],
];

/** Runs the line of a program with this source. */
function run(
  source: string | undefined,
  blocks: boolean,
  more: { shell?: string; name?: string; node?: string; input?: string; form?: Form } = {},
): Ran {
  const {
    shell = "/bin/sh",
    name = "hook.mjs",
    node = process.execPath,
    input = "{}",
    form = installed,
  } = more;
  const binary = join(folder, name);
  rmSync(binary, { force: true });
  if (source !== undefined) writeFileSync(binary, source);
  const line = form({ node, binary }, blocks);
  const { status, stdout, stderr } = spawnSync(shell, ["-c", line], {
    input,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return { status, stdout, stderr };
}

const ANSWER = `process.stdout.write('{"reason":"100% $HOME \`id\` \\\\\\\\n"}\\n')`;

describe.each(SHELLS)("in %s", (shell) => {
  test("what the hook prints is passed on, and its arguments are `hook` and the agent", () => {
    expect(run(ANSWER, true, { shell })).toEqual({
      status: 0,
      stdout: `{"reason":"100% $HOME \`id\` \\\\n"}`,
      stderr: "",
    });
    expect(run("process.stdout.write(process.argv.slice(2).join())", true, { shell }).stdout).toBe(
      "hook,claude-code",
    );
    expect(run("", true, { shell })).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test.each([
    "it's here.mjs",
    'a "b" c.mjs',
    "$HOME `id` $(id).mjs",
    "a;b&c|d.mjs",
    "ünïcode.mjs",
    "new\nline.mjs",
    "-n.mjs",
  ])("a program called %j is started", (name) => {
    if (shell.endsWith("fish") && name.includes("\\")) return;
    expect(run(ANSWER, true, { shell, name }).status).toBe(0);
  });
});

describe.each(FORMS)("what cannot decide blocks the call, with something on stderr: %s", (_form, form) => {
  test.each([
    ["a crash", "throw new Error('x')"],
    ["an answer and then a crash", `${ANSWER}; throw new Error('x')`],
    ["another exit code", "process.exit(3)"],
    ["bad usage", "process.exit(2)"],
    ["a kill", "process.kill(process.pid, 'SIGKILL')"],
    ["a syntax error", "let let"],
    ["no program", undefined],
  ])("%s", (_, source) => {
    const { status, stdout, stderr } = run(source, true, { form });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^gatehouse: no decision \(exit \d+\); see: gatehouse doctor claude-code$/m);
  });

  test("no Node", () => {
    expect(run("", true, { node: "/nonexistent/node", form })).toMatchObject({ status: 2, stdout: "" });
  });
});

test.each(FORMS)(
  "where a block would be a loop, what cannot decide is an error that is seen: %s",
  (_form, form) => {
    expect(run("process.exit(2)", false, { form })).toMatchObject({ status: 1, stdout: "" });
    expect(run("throw 1", false, { form })).toMatchObject({ status: 1, stdout: "" });
    expect(run(ANSWER, false, { form }).status).toBe(0);
  },
);

test.each(FORMS)("no variable has Node run other code first: %s", (_form, form) => {
  const code = join(folder, "first.cjs");
  writeFileSync(code, "process.exit(0)");
  const line = form({ node: process.execPath, binary: join(folder, "hook.mjs") }, true);
  writeFileSync(join(folder, "hook.mjs"), ANSWER);
  const env = { NODE_OPTIONS: `--require ${code}` };
  const { stdout } = spawnSync("/bin/sh", ["-c", line], { input: "{}", encoding: "utf8", env });
  expect(stdout).toContain("reason");
});

test("a payload of 3 MB is read, or not, and an answer of 1 MB is passed on", () => {
  const input = JSON.stringify({ content: "x".repeat(3_000_000) });
  const counts =
    "let n = 0; for await (const c of process.stdin) n += c.length; process.stdout.write(String(n))";
  expect(run(counts, true, { input }).stdout).toBe(String(input.length));
  expect(run(ANSWER, true, { input }).status).toBe(0);
  expect(run("process.stdout.write('x'.repeat(1_000_000))", true).stdout).toHaveLength(1_000_000);
});

test("a line is read back as it was written, and no other line is", () => {
  const path = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `/${text.replaceAll("\0", "")}`);
  assertLaw(
    fc.property(path, path, fc.boolean(), (home, binary, blocks) => {
      const file = hookFilePath(home);
      expect(readHookCommandLine(hookCommandLine("codex", { file, blocks }))).toEqual({
        agent: "codex",
        file,
      });
      const line = wholeCommandLine("codex", { node: home, binary, blocks });
      const launcher = { node: home, binary };
      expect(readHookCommandLine(line)).toEqual({ agent: "codex", launcher });
      const asking = { ...launcher, socket: `${home}/s`, curl: binary, cat: home };
      for (const one of [launcher, asking]) expect(readHookFile(hookFile(one))).toEqual(one);
    }),
  );
  assertLaw(fc.property(fc.string(), (line) => readHookCommandLine(line) === undefined));
  for (const line of [
    "gatehouse-hook",
    "echo gatehouse-hook claude-code",
    "mine.sh --gatehouse-hook a b c",
    "cat /home/me/.gatehouse/bin/gatehouse-hook claude-code",
    "/bin/sh /home/me/.gatehouse/bin/gatehouse-hook",
    "/bin/sh gatehouse-hook claude-code",
  ])
    expect(readHookCommandLine(line)).toBeUndefined();
  for (const text of [
    "",
    "#!/bin/sh\nnode=/n\nprogram=/p\n",
    hookFile({ node: "/n", binary: "/b" }).slice(0, 120),
  ])
    expect(readHookFile(text)).toBeUndefined();
});

test("every POSIX shell splits the line into the words that it was made of", () => {
  const path = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => `/${text.replaceAll("\0", "")}`);
  assertLaw(
    fc.property(path, (binary) => {
      const line = wholeCommandLine("codex", { node: "/n", binary, blocks: true });
      const words = execFileSync("/bin/sh", ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], {
        encoding: "utf8",
      });
      expect(words.split("\0").slice(-4, -1)).toEqual(["codex", "/n", binary]);
    }),
    { quick: 30, deep: 300, full: 2_000 },
  );
});

test("a line that an earlier version has installed is known by what it starts", () => {
  const words = ["/bin/sh", "-c", "'p=$(cat); exit 0'", "gatehouse-hook", "codex", "/n", "'/b c'", "/s"];
  const launcher = { node: "/n", binary: "/b c", socket: "/s" };
  expect(readHookCommandLine(words.join(" "))).toEqual({ agent: "codex", launcher });
});

test("a line is short: agents show it to the model", () => {
  const file = hookFilePath("/home/me");
  expect(hookCommandLine("claude-code", { file, blocks: false })).toBe(
    "/bin/sh /home/me/.gatehouse/bin/gatehouse-hook claude-code || exit 1",
  );
  expect(hookCommandLine("claude-code", { file, blocks: true }).length).toBeLessThan(160);
});

test("what is unset is in the pages, with a reason", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/hook.md"), "utf8");
  expect(LOADERS.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
