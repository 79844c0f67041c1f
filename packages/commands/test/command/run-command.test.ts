import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import {
  runCommand,
  type CommandOutcome,
  type CommandRun,
  type RunSettings,
} from "@gatehouse-hooks/commands";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { processesWith, remaining } from "./processes.js";
import { assertLaw } from "../../../../test/assert-law.js";

const PATH = process.env["PATH"] ?? "/usr/bin:/bin";

/** Runs shell text as hooks are run, in processes that can be told apart. */
async function run(
  text: string,
  more: Partial<RunSettings> = {},
  mark = `HOOK_MARK=${randomUUID()}`,
): Promise<CommandOutcome & { readonly mark: string }> {
  const outcome = await runCommand(
    { file: "/bin/bash", args: ["--norc", "-c", text] },
    {
      cwd: "/",
      env: { PATH, HOOK_MARK: mark.slice("HOOK_MARK=".length) },
      input: '{"tool_name":"shell"}',
      timeoutMs: 10_000,
      maxOutputBytes: 1_048_576,
      graceMs: 150,
      ...more,
    },
  );
  return { ...outcome, mark };
}

async function ran(
  text: string,
  more: Partial<RunSettings> = {},
): Promise<CommandRun & { readonly mark: string }> {
  const outcome = await run(text, more);
  if (outcome.kind !== "ran") throw new Error(outcome.message);
  return outcome;
}

describe("what a command says comes back", () => {
  const rows: readonly (readonly [text: string, expected: Partial<CommandRun>])[] = [
    ["cat", { exitCode: 0, stdout: '{"tool_name":"shell"}', stderr: "" }],
    ["echo out; echo err >&2; exit 2", { exitCode: 2, stdout: "out\n", stderr: "err\n" }],
    ["echo out; echo 'jq: not found' >&2", { exitCode: 0, stdout: "out\n", stderr: "jq: not found\n" }],
    ["exit 255", { exitCode: 255, signal: null }],
    ["no-such-program-here", { exitCode: 127 }],
    ["kill -KILL $$", { exitCode: null, signal: "SIGKILL", timedOut: false, aborted: false }],
    ["printf no-newline", { exitCode: 0, stdout: "no-newline" }],
    ["printf '\\xff\\xfeA'", { exitCode: 0, stdout: "\ufffd\ufffdA" }],
    ["printf '\\xef\\xbb\\xbf{}'", { exitCode: 0, stdout: "\ufeff{}" }],
    ["exec 0<&-; exit 0", { exitCode: 0 }],
    ["exec 1>&- 2>&-; exit 3", { exitCode: 3, stdout: "", stderr: "" }],
  ];
  for (const [text, expected] of rows) {
    test(text, async () => {
      expect(await ran(text)).toMatchObject({ ...expected, truncated: { stdout: false, stderr: false } });
    });
  }

  test("every byte of a large input arrives", async () => {
    const input = "x".repeat(3_000_000);
    expect((await ran("wc -c", { input })).stdout.trim()).toBe("3000000");
  });

  test("a command that does not read a large input is not disturbed", async () => {
    expect(await ran("exec 0<&-; echo done", { input: "x".repeat(3_000_000) })).toMatchObject({
      exitCode: 0,
      stdout: "done\n",
    });
  });
});

describe("what does not start is said", () => {
  const settings = { env: {}, input: "", timeoutMs: 1000, maxOutputBytes: 10, graceMs: 10 };
  test("no program", async () => {
    const outcome = await runCommand({ file: "/no/such", args: [] }, { ...settings, cwd: "/" });
    expect(outcome).toEqual({ kind: "not-started", code: "ENOENT", message: "there is no such program" });
  });
  test("not executable", async () => {
    const outcome = await runCommand({ file: "/etc/passwd", args: [] }, { ...settings, cwd: "/" });
    expect(outcome).toMatchObject({ kind: "not-started", code: "EACCES" });
  });
  test("no directory", async () => {
    const outcome = await runCommand({ file: "/bin/true", args: [] }, { ...settings, cwd: "/no/such" });
    expect(outcome).toMatchObject({ kind: "not-started", message: "the working directory does not exist" });
  });
  test("an environment that is too long", async () => {
    const env = { A: "x".repeat(3_000_000) };
    const outcome = await runCommand({ file: "/bin/true", args: [] }, { ...settings, env, cwd: "/" });
    expect(outcome).toMatchObject({ kind: "not-started", code: "E2BIG" });
  });
  test("a NUL in a variable", async () => {
    const outcome = await runCommand(
      { file: "/bin/true", args: [] },
      { ...settings, env: { A: "a\0b" }, cwd: "/" },
    );
    expect(outcome).toMatchObject({ kind: "not-started", code: "ERR_INVALID_ARG_VALUE" });
  });
});

describe("output has a cap", () => {
  test("what is longer is cut and said, and the command ends by itself", async () => {
    const outcome = await ran("head -c 5000000 /dev/zero | tr '\\0' a; echo e >&2", { maxOutputBytes: 1000 });
    expect(outcome).toMatchObject({
      exitCode: 0,
      stdout: "a".repeat(1000),
      stderr: "e\n",
      truncated: { stdout: true, stderr: false },
    });
  });
  test("what is exactly as long is whole", async () => {
    const outcome = await ran("printf '%01000d' 7", { maxOutputBytes: 1000 });
    expect(outcome.truncated.stdout).toBe(false);
    expect(outcome.stdout).toHaveLength(1000);
  });
  test("no half of a character is left", async () => {
    expect((await ran("printf 'aaé'", { maxOutputBytes: 3 })).stdout).toBe("aa");
  });
});

/** Hooks that do not end by themselves, or leave something behind. */
const misbehaving: Readonly<Record<string, string>> = {
  hangs: "sleep 600",
  "hangs in the shell": "while :; do :; done",
  "waits for more input": "cat; read -r x < /dev/zero; sleep 600",
  "ignores SIGTERM": "trap '' TERM; sleep 600 & wait; sleep 600",
  "ignores everything that can be ignored":
    "trap '' TERM INT HUP QUIT PIPE USR1 USR2; while :; do sleep 1; done",
  "starts another hook when it is asked to end": "trap 'sleep 600 & sleep 600' TERM; sleep 600",
  "stops itself": "kill -STOP $$",
  forks: "for i in 1 2 3 4 5; do (sleep 600) & done; wait",
  "forks for ever": "f() { sleep 0.2; for i in 1 2; do f & done; wait; }; f",
  "floods stdout": "yes",
  "floods stderr": "yes >&2",
  "floods both and ignores SIGTERM": "trap '' TERM; yes & yes >&2; wait",
  "closes its output and hangs": "exec 1>&- 2>&- 0<&-; sleep 600",
  "has a child in a session of its own": "setsid sleep 600 & wait",
  "has a child in a session of its own that ignores SIGTERM":
    "setsid bash --norc -c 'trap \"\" TERM; while :; do sleep 1; done' & wait",
  "execs something that hangs": "exec sleep 600",
  "starts a daemon that has left its group and its parent (D23)":
    "setsid bash --norc -c 'setsid sleep 600 & ' & sleep 0.1; sleep 600",
  "starts a daemon that ignores SIGTERM (D23)":
    "(setsid bash --norc -c 'trap \"\" TERM; (while :; do sleep 1; done) &' &) ; sleep 600",
  "drips for ever": "while :; do printf x; sleep 0.05; done",
};

// Waiting for one of the sleeps would take longer than a test may.
describe("a hook that does not end is ended, with all that it started", () => {
  for (const [name, text] of Object.entries(misbehaving)) {
    test(name, async () => {
      const outcome = await ran(text, { timeoutMs: 400, maxOutputBytes: 4096 });
      expect(outcome).toMatchObject({ timedOut: true, aborted: false });
      expect(outcome.stdout.length).toBeLessThanOrEqual(4096);
      expect(await remaining(outcome.mark)).toEqual([]);
    });
  }
});

describe("a hook that ends leaves nobody behind", () => {
  const leaving: Readonly<Record<string, string>> = {
    "a child that holds the output": "sleep 600 & echo out",
    "a child that holds nothing": "sleep 600 >/dev/null 2>&1 </dev/null & echo out",
    "a child that ignores SIGTERM": "(trap '' TERM; while :; do sleep 1; done) & echo out",
  };
  for (const [name, text] of Object.entries(leaving)) {
    test(name, async () => {
      const outcome = await ran(text);
      expect(outcome).toMatchObject({ exitCode: 0, stdout: "out\n", timedOut: false });
      expect(await remaining(outcome.mark)).toEqual([]);
    });
  }

  test("but a daemon that left its group and its parent on purpose", async () => {
    // It is one only once it has left: until then it ends with the hook, like every process in the background.
    const daemon = "(setsid sh -c 'touch up; exec sleep 3' > /dev/null 2>&1 < /dev/null &)";
    const outcome = await ran(`${daemon}; while ! [ -e up ]; do sleep 0.01; done; echo out`, {
      cwd: await tempDir(),
    });
    expect(outcome.stdout).toBe("out\n");
    const [pid, ...others] = processesWith(outcome.mark);
    expect([typeof pid, others]).toEqual(["number", []]);
    process.kill(pid ?? 0, "SIGKILL");
  });

  test("unless it may", async () => {
    const outcome = await ran("sleep 3 >/dev/null 2>&1 & echo out", { keepBackground: true });
    expect(outcome.stdout).toBe("out\n");
    const [pid, ...others] = processesWith(outcome.mark);
    expect(others).toEqual([]);
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, "SIGKILL");
  });

  test("what a background process still says shortly after is heard", async () => {
    // Shortly is a quarter of a second, which a busy machine may give to others: one try in many is enough.
    let heard = "";
    for (let attempt = 0; attempt < 20 && heard !== "early\nlate\n"; attempt++)
      heard = (await ran("(sleep 0.05; echo late) & echo early")).stdout;
    expect(heard).toBe("early\nlate\n");
  });
});

describe("abort", () => {
  test("ends at once what is not wanted any more", async () => {
    const outcome = await ran("sleep 600", { signal: AbortSignal.timeout(50) });
    expect(outcome).toMatchObject({ aborted: true, timedOut: false });
    expect(await remaining(outcome.mark)).toEqual([]);
  });

  test("before the start starts nothing", async () => {
    const dir = await tempDir();
    const outcome = await ran("touch started", { cwd: dir, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ aborted: true, exitCode: null });
    expect((await ran("ls", { cwd: dir })).stdout).toBe("");
  });

  test("at any moment leaves no process and no hang", async () => {
    const texts = [
      ...Object.values(misbehaving).filter((text) => !text.includes("f &")),
      "cat",
      "echo a; echo b",
    ];
    await assertLaw(
      fc.asyncProperty(fc.constantFrom(...texts), fc.integer({ min: 0, max: 80 }), async (text, delay) => {
        const stop = new AbortController();
        const timer = setTimeout(() => stop.abort(), delay);
        const outcome = await ran(text, { signal: stop.signal, graceMs: 50 });
        clearTimeout(timer);
        expect(await remaining(outcome.mark)).toEqual([]);
      }),
      { quick: 40, deep: 200 },
    );
  });
});

describe("commands end with the process that runs them", () => {
  /** A process that runs a command, says so, and waits. */
  async function host(
    command: string,
    then: string,
  ): Promise<{ readonly argv: string; readonly mark: string }> {
    const dir = await tempDir();
    const mark = `HOOK_MARK=${randomUUID()}`;
    const script = path.join(dir, "host.mts");
    await writeFile(
      script,
      `import { runCommand } from ${JSON.stringify(path.resolve(import.meta.dirname, "../../src/run-command.ts"))};
     const settings = { cwd: "/", input: "", timeoutMs: 60000, maxOutputBytes: 100, graceMs: 5000,
       env: { PATH: process.env.PATH, HOOK_MARK: ${JSON.stringify(mark.slice(10))} } };
     void runCommand({ file: "/bin/bash", args: ["--norc", "-c", ${JSON.stringify(command)}] }, settings);
     setTimeout(() => ${then}, 600);`,
    );
    const tsx = path.resolve(import.meta.dirname, "../../../../node_modules/tsx/dist/esm/index.mjs");
    return {
      argv: `${process.execPath} --conditions=@gatehouse-hooks/source --import ${tsx} ${script} < /dev/null`,
      mark,
    };
  }
  const STUBBORN = "trap '' TERM; sleep 600 & wait; sleep 600";
  const DAEMON = "(setsid sleep 600 > /dev/null 2>&1 &); trap '' TERM; sleep 600";

  test("when it exits", async () => {
    const { argv, mark } = await host(STUBBORN, "process.exit(0)");
    const outcome = await ran(argv, { timeoutMs: 30_000 });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await remaining(mark)).toEqual([]);
  });
  for (const [name, command] of [
    ["a command", STUBBORN],
    ["a daemon that it started", DAEMON],
  ] as const) {
    test(`when it is killed: ${name} (D23)`, async () => {
      const { argv, mark } = await host(command, 'process.kill(process.pid, "SIGKILL")');
      // The host itself is not looked after: what ends its command is its own watchdog.
      const killed = spawnSync("/bin/bash", ["--norc", "-c", argv + "; exit $?"], {
        timeout: 30_000,
        stdio: "ignore",
      });
      expect(killed.status).toBe(137);
      expect(await remaining(mark)).toEqual([]);
    });
  }
  test("when its whole group is killed (D23)", async () => {
    const { argv, mark } = await host(STUBBORN, "process.kill(0, 'SIGKILL')");
    const killed = spawnSync("setsid", ["/bin/bash", "--norc", "-c", argv], {
      timeout: 30_000,
      stdio: "ignore",
    });
    expect(killed.signal).toBe("SIGKILL");
    expect(await remaining(mark)).toEqual([]);
  });
});
