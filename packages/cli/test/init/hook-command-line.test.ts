import fc from "fast-check";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { hookCommandLine, readHookCommandLine } from "../../src/init/hook-command-line.js";

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

/** Runs the line of a program with this source. */
function run(
  source: string | undefined,
  blocks: boolean,
  more: { shell?: string; name?: string; node?: string; input?: string } = {},
): Ran {
  const { shell = "/bin/sh", name = "hook.mjs", node = process.execPath, input = "{}" } = more;
  const binary = join(folder, name);
  rmSync(binary, { force: true });
  if (source !== undefined) writeFileSync(binary, source);
  const line = hookCommandLine("claude-code", { node, binary, blocks });
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

describe("what cannot decide blocks the call, with something on stderr", () => {
  test.each([
    ["a crash", "throw new Error('x')"],
    ["an answer and then a crash", `${ANSWER}; throw new Error('x')`],
    ["another exit code", "process.exit(3)"],
    ["bad usage", "process.exit(2)"],
    ["a kill", "process.kill(process.pid, 'SIGKILL')"],
    ["a syntax error", "let let"],
    ["no program", undefined],
  ])("%s", (_, source) => {
    const { status, stdout, stderr } = run(source, true);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/gatehouse: no decision \(exit \d+\); see: gatehouse doctor claude-code\n$/);
  });

  test("no Node", () => {
    expect(run("", true, { node: "/nonexistent/node" })).toMatchObject({ status: 2, stdout: "" });
  });
});

test("where a block would be a loop, what cannot decide is an error that is seen", () => {
  expect(run("process.exit(2)", false)).toMatchObject({ status: 1, stdout: "" });
  expect(run("throw 1", false)).toMatchObject({ status: 1, stdout: "" });
  expect(run(ANSWER, false).status).toBe(0);
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
    fc.property(path, path, fc.boolean(), (node, binary, blocks) => {
      const line = hookCommandLine("codex", { node, binary, blocks });
      expect(readHookCommandLine(line)).toEqual({ agent: "codex", node, binary });
    }),
  );
  assertLaw(fc.property(fc.string(), (line) => readHookCommandLine(line) === undefined));
  for (const line of ["gatehouse-hook", "echo gatehouse-hook claude-code", "mine.sh --gatehouse-hook a b c"])
    expect(readHookCommandLine(line)).toBeUndefined();
});

test("every POSIX shell splits the line into the words that it was made of", () => {
  const path = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => `/${text.replaceAll("\0", "")}`);
  assertLaw(
    fc.property(path, (binary) => {
      const line = hookCommandLine("codex", { node: "/n", binary, blocks: true });
      const words = execFileSync("/bin/sh", ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], {
        encoding: "utf8",
      });
      expect(words.split("\0").slice(-4, -1)).toEqual(["codex", "/n", binary]);
    }),
    { quick: 30, deep: 300, full: 2_000 },
  );
});
