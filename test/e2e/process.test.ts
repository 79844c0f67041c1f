import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folder, runCli } from "../../packages/cli/test/run-cli.js";
import { cleanEnv, commandArgs, gatehouse, root } from "./spawn-cli.js";

const bin = commandArgs();
const project = path.join(root, "examples/project");

test("bad usage ends with 2, and says so on stderr only", async () => {
  const { code, stdout, stderr } = await gatehouse(["--nonsense"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--nonsense");
});

test("deny ends with 1, data on stdout only", async () => {
  // Named policies need no trust, so there is nothing to notice.
  const ran = await gatehouse(["decide", "--json", "--policies", ".gatehouse"], {
    cwd: project,
    stdin: '{"event":"before_tool_call","toolName":"exec","params":{"command":"rm -r -f x"}}',
  });
  expect([ran.code, ran.stderr]).toEqual([1, ""]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ effect: "deny", policy: "no-recursive-delete" });
});

test("each line is answered before the next one is sent", async () => {
  const child = spawn(process.execPath, [...bin, "eval", "--jsonl"], { cwd: root, env: cleanEnv({}) });
  child.stdout.setEncoding("utf8");
  for (const value of [true, false, true]) {
    child.stdin.write(`{"expr":"a == 1","context":{"a":${value ? 1 : 2}}}\n`);
    const [text] = (await once(child.stdout, "data")) as [string];
    expect(JSON.parse(text)).toEqual({ ok: true, value });
  }
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});

test("a hundred thousand rows keep their order while nobody reads for a while", async () => {
  // More answers than a pipe holds: the command has to wait for the reader.
  const count = 100_000;
  const child = spawn(process.execPath, [...bin, "eval", "--jsonl"], { cwd: root, env: cleanEnv({}) });
  const rows = Array.from(
    { length: count },
    (_, n) => `{"expr":"n == ${n % 2}","context":{"n":${(n >> 1) % 2}}}\n`,
  );
  child.stdin.end(rows.join(""));
  await new Promise((resolve) => setTimeout(resolve, 500));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  expect(await once(child, "close")).toEqual([0, null]);
  const values = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { value: boolean }).value);
  expect(values).toEqual(Array.from({ length: count }, (_, n) => n % 2 === (n >> 1) % 2));
});

test("a reader that goes away ends the command quietly, and not with 0", async () => {
  const child = spawn(process.execPath, [...bin, "eval", "--jsonl"], { cwd: root, env: cleanEnv({}) });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.on("error", () => {
    // It ends before it has read everything.
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const row = `{"expr":"true"}\n`;
  const feed = setInterval(() => child.stdin.write(row.repeat(100)), 5);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(feed);
  expect([code, stderr]).toEqual([141, ""]);
});

test("a signal ends the command with that signal, without half an answer", async () => {
  const child = spawn(process.execPath, [...bin, "eval", "--jsonl"], { cwd: root, env: cleanEnv({}) });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stdin.write('{"expr":"true"}\n{"expr":');
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([null, "SIGTERM"]);
  expect(stdout).toBe('{"ok":true,"value":true}\n');
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s while a hook runs: the hook ends, the decision is deny, the exit code says why",
  async (signal, code) => {
    const { path: cwd, remove } = folder({
      "agent.yaml": `
agents:
  root:
    model: openai/gpt-4o
    description: A shell
    instruction: Help
    hooks:
      pre_tool_use:
        - matcher: "*"
          hooks:
            - type: command
              command: "trap '' TERM INT; echo $$ > pid; sleep 61 & wait; sleep 62"
`,
    });
    try {
      const args = ["decide", "--json", "--policies", "agent.yaml", "--policy-format", "docker-agent"];
      const child = spawn(process.execPath, [...bin, ...args], { cwd, env: cleanEnv({}) });
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      child.stdin.end('{"event":"pre_tool_use","tool_name":"shell","tool_input":{"cmd":"ls"}}');
      const pid = await fileText(path.join(cwd, "pid"));
      child.kill(signal);
      expect(await once(child, "close")).toEqual([code, null]);
      expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
      await expect.poll(() => isAlive(Number(pid)), { timeout: 5_000 }).toBe(false);
    } finally {
      remove();
    }
  },
);

/** The text of a file, once it is there. */
async function fileText(file: string): Promise<string> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (text.endsWith("\n")) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  "examples/project/.gatehouse/shell.yaml",
  "examples/enforced/organisation.yaml",
  "examples/keys/.gatehouse/keys.yaml",
])("the tests beside the policies of %s pass", async (file) => {
  const { code, stdout } = await runCli(["test", file, "--json"], { cwd: root });
  const { tests } = JSON.parse(stdout) as { tests: { differences: string[] }[] };
  expect([code, tests.flatMap((one) => one.differences)]).toEqual([0, []]);
  expect(tests.length).toBeGreaterThan(3);
});
