import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  commandHandler,
  type CommandHandlerOptions,
  type CommandRun,
  type Environment,
  type InterpretRun,
} from "@gatehouse-hooks/commands";
import { createRuntime } from "@gatehouse-hooks/runtime";
import type { CommandHandler, Decision, Verdict } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { setOf } from "../../../runtime/test/world.js";
import { assertLaw } from "../../../../test/assert-law.js";

const PATH = process.env["PATH"] ?? "/usr/bin:/bin";

/** Exit 0 says what stdout says, 2 denies, the rest fails: the shape of the formats' readers. */
function interpret(run: CommandRun): Verdict {
  if (run.exitCode === 0) return { kind: "approve", reason: "", context: [run.stdout] };
  if (run.exitCode === 2) return { kind: "deny", reason: run.stderr.trim() };
  return { kind: "failure", code: "exit", message: `exit ${run.exitCode ?? run.signal ?? "?"}` };
}

async function decide(
  handler: Partial<CommandHandler>,
  options: Partial<CommandHandlerOptions> = {},
  event: object = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } },
): Promise<Decision> {
  const set = setOf({
    id: "hook",
    events: ["before_tool_call"],
    handler: { kind: "command", command: "true", timeoutMs: 10_000, ...handler },
  });
  const command = commandHandler({ interpret, env: { PATH }, cwd: "/", ...options });
  const runtime = createRuntime({ policies: set, handlers: { command } });
  try {
    return await runtime.decide(event);
  } finally {
    await runtime.close();
  }
}

const code = (decision: Decision): string | undefined => decision.trace[0]?.failure?.code;

describe("how a command is run", () => {
  test("the event is on standard input, under the names that hooks expect", async () => {
    const { context } = await decide({ command: "cat" });
    expect(JSON.parse(context[0] ?? "")).toEqual({
      toolName: "exec",
      params: { command: "ls" },
      cwd: "/",
      hook_event_name: "before_tool_call",
    });
  });
  test("what it says on stderr reaches who reads the run, also beside exit code 0 (D11)", async () => {
    const heard: string[] = [];
    const interpret: InterpretRun = ({ exitCode, stderr }) => {
      heard.push(`${exitCode} ${stderr}`);
      return { kind: "approve", reason: "" };
    };
    await decide({ command: "echo 'jq: not found' >&2" }, { interpret });
    expect(heard).toEqual(["0 jq: not found\n"]);
  });
  test("the event's own directory stays", async () => {
    const event = { event: "before_tool_call", toolName: "exec", params: {}, cwd: "/srv" };
    expect((await decide({ command: "cat" }, {}, event)).context[0]).toContain('"cwd":"/srv"');
  });
  test("a relative directory is relative to the base", async () => {
    const dir = await tempDir();
    await mkdir(path.join(dir, "scripts"));
    const { context } = await decide({ command: 'printf "$PWD"', workingDir: "scripts" }, { cwd: () => dir });
    expect(context).toEqual([path.join(dir, "scripts")]);
  });
  test("a directory with variables is what the option makes of it, at each run", async () => {
    const dir = await tempDir();
    await mkdir(path.join(dir, "hooks"));
    const options = {
      env: { PATH, HOOKS: "hooks" },
      cwd: dir,
      workingDir: ({ handler }: { handler: CommandHandler }, env: Environment) =>
        (handler.workingDir ?? ".").replace("$HOOKS", env["HOOKS"] ?? "none"),
    };
    const { context } = await decide({ command: 'printf "$PWD"', workingDir: "$HOOKS" }, options);
    expect(context).toEqual([path.join(dir, "hooks")]);
    const missing = await decide({ command: "true", workingDir: "$HOOKS/none" }, options);
    expect([missing.effect, code(missing)]).toEqual(["deny", "spawn-failed"]);
  });
  test("variables: inherited, then the handler's, then the run's; nothing else but its mark", async () => {
    const { context } = await decide(
      { command: "env | grep -v '^_=\\|^PWD=\\|^SHLVL=\\|^OLDPWD=' | sort", env: { B: "2", C: "handler" } },
      { env: { PATH, A: "1", B: "parent", GONE: "x" }, variables: () => ({ C: "run", GONE: undefined }) },
    );
    expect(context[0]?.trim().split("\n")).toEqual([
      "A=1",
      "B=2",
      "C=run",
      expect.stringMatching(/^GATEHOUSE_RUN=(?:\w+:)*\w+$/),
      `PATH=${PATH}`,
    ]);
  });
  test("shell text is run by a shell that keeps backslashes and reads no start file", async () => {
    const home = await tempDir();
    await writeFile(path.join(home, ".bashrc"), "echo start file");
    const event = { event: "before_tool_call", toolName: "exec", params: { command: "a\nb" } };
    const text = `INPUT=$(cat); echo "$INPUT"`;
    const { context } = await decide({ command: text }, { env: { PATH, HOME: home } }, event);
    expect(JSON.parse(context[0] ?? "")).toMatchObject({ params: { command: "a\nb" } });
  });
  test("a program with arguments is seen by no shell", async () => {
    await assertLaw(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
          { maxLength: 4 },
        ),
        async (args) => {
          const { context } = await decide({ command: "/usr/bin/printf", args: ["%s\\n", ...args, "end"] });
          expect(context).toEqual([`${[...args, "end"].join("\n")}\n`]);
        },
      ),
      { quick: 20 },
    );
  });
  test("a value in a variable never becomes part of the command", async () => {
    const values = [
      '"; touch hacked; "',
      "$(touch hacked)",
      "`touch hacked`",
      "'; touch hacked; '",
      "a\nb",
      "-n",
      "${IFS}",
      "*",
    ];
    const dir = await tempDir();
    for (const value of values) {
      const event = { event: "before_tool_call", toolName: "exec", params: { command: value } };
      const variables = (): Record<string, string> => ({ VALUE: value });
      const { context } = await decide({ command: `printf '%s' "$VALUE"` }, { variables, cwd: dir }, event);
      expect(context).toEqual([value]);
    }
    expect((await decide({ command: "ls" }, { cwd: dir })).context).toEqual([""]);
  });
});

describe("a sandbox", () => {
  test("gets the program, its arguments and the directory, and says what runs instead", async () => {
    const { context } = await decide(
      { command: "echo", args: ["$HOME", "a b"] },
      {
        sandbox: ({ file, args }, cwd) => ({
          kind: "argv",
          argv: {
            file: "/usr/bin/env",
            args: [`BOX=${cwd}`, "/bin/sh", "-c", 'echo "$BOX:"; "$@"', "-", file, ...args],
          },
        }),
      },
    );
    expect(context).toEqual(["/:\n$HOME a b\n"]);
  });
  test("that refuses means that nothing runs", async () => {
    const dir = await tempDir();
    const sandbox = () => ({ kind: "refused", code: "sandbox-unavailable", message: "none" }) as const;
    const decision = await decide({ command: "touch ran" }, { sandbox, cwd: dir });
    expect([decision.effect, code(decision)]).toEqual(["deny", "sandbox-unavailable"]);
    expect((await decide({ command: "ls" }, { cwd: dir })).context).toEqual([""]);
  });
});

describe("a gating event is denied by every non-answer", () => {
  const rows: readonly (readonly [name: string, handler: Partial<CommandHandler>, code: string])[] = [
    ["no program", { command: "/no/such/program", args: [] }, "spawn-failed"],
    ["no directory", { command: "true", workingDir: "/no/such" }, "spawn-failed"],
    ["timeout", { command: "sleep 20", timeoutMs: 100 }, "timeout"],
    ["exit 1", { command: "exit 1" }, "exit"],
    ["exit 127", { command: "no-such-program" }, "exit"],
    ["a signal", { command: "kill -SEGV $$" }, "exit"],
    ["too much output", { command: "head -c 3000000 /dev/zero" }, "output-too-large"],
    ["a NUL in a variable", { command: "true", env: { A: "a\0b" } }, "spawn-failed"],
  ];
  for (const [name, handler, expected] of rows) {
    test(name, async () => {
      const decision = await decide(handler);
      expect(decision.effect).toBe("deny");
      expect(code(decision)).toBe(expected);
    });
  }
  test("a reader that throws", async () => {
    const decision = await decide({}, { interpret: () => JSON.parse("{") as Verdict });
    expect([decision.effect, code(decision)]).toEqual(["deny", "handler-failed"]);
  });
  test("too much output is no failure where the exit code says everything", async () => {
    const flood = { command: "head -c 99 /dev/zero | tr '\\0' x" } as const;
    const decision = await decide(flood, { maxOutputBytes: 10, exitDecides: () => true });
    expect([decision.effect, code(decision)]).toEqual(["abstain", undefined]);
    expect(decision.context).toEqual(["xxxxxxxxxx\n… (cut after 10 bytes)"]);
    const failed = { ...flood, command: `${flood.command}; exit 1` };
    expect((await decide(failed, { maxOutputBytes: 10, exitDecides: () => true })).effect).toBe("deny");
  });
  test("what denies says so in spite of too much output", async () => {
    const decision = await decide({ command: "head -c 3000000 /dev/zero; echo no >&2; exit 2" });
    expect([decision.effect, decision.reason]).toEqual(["deny", "no"]);
  });
  test("a message that is cut says so", async () => {
    const decision = await decide(
      { command: "head -c 99 /dev/zero | tr '\\0' x >&2; exit 2" },
      { maxOutputBytes: 10 },
    );
    expect(decision.reason).toBe("xxxxxxxxxx\n… (cut after 10 bytes)");
  });
  test("an abort by the host", async () => {
    const set = setOf({
      id: "hook",
      events: ["before_tool_call"],
      handler: { kind: "command", command: "sleep 20", timeoutMs: 10_000 },
    });
    const command = commandHandler({ interpret, env: { PATH }, cwd: "/" });
    const runtime = createRuntime({ policies: set, handlers: { command } });
    const decision = await runtime.decide(
      { event: "before_tool_call", toolName: "exec", params: {} },
      { signal: AbortSignal.timeout(50) },
    );
    expect([decision.effect, code(decision)]).toEqual(["deny", "aborted"]);
    await runtime.close();
  });
});
