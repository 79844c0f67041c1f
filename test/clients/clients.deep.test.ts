import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { commandArgs, root } from "../e2e/spawn-cli.js";
import { requireProgram } from "../require-program.js";
import { tempDir } from "../temp-dir.js";

const here = import.meta.dirname;

const POLICIES = `version: 1
policies:
  - id: no
    events: before_tool_call
    when: params.command.startsWith("deny")
    deny: "no: \\u00e9 \\U0001F6AB"
  - id: dry
    events: before_tool_call
    when: params.command == "rewrite"
    set: { command: ls }
`;

const call = (command: string): object => ({ event: "before_tool_call", toolName: "x", params: { command } });

interface Answered {
  readonly results: readonly {
    readonly answers: readonly Readonly<Record<string, unknown>>[];
    readonly closed: string;
    readonly s: number;
  }[];
  readonly own: Readonly<Record<string, string>>;
  readonly bad: readonly string[];
}

/** The seconds that the clients wait for an answer that never comes. */
const TIMEOUT_MS = 1_000;

async function ask(client: readonly string[]): Promise<Answered> {
  const policies = path.join(await tempDir(), "policies.yaml");
  writeFileSync(policies, POLICIES);
  const gatehouse = [process.execPath, ...commandArgs()];
  const standIn = (kind: string): readonly string[] => ["python3", path.join(here, "stand_in.py"), kind];
  const question = (command: readonly string[], events: readonly object[], timeoutMs = 60_000): object => ({
    command,
    policies: command === gatehouse ? [policies] : [],
    timeoutMs,
    events,
  });
  const questions = [
    question(gatehouse, [
      call("ls"),
      call("deny it"),
      call("rewrite"),
      {},
      call(`deny ${"x".repeat(1_000_000)}\n\u2028`),
    ]),
    ...["crash", "nonsense", "another", "list"].map((kind) =>
      question(standIn(kind), [call("a"), call("b")]),
    ),
    question(standIn("once"), [call("a"), call("b"), call("c")]),
    // It does not read, either: what is sent is longer than a pipe holds.
    question(standIn("silent"), [call("a"), call("x".repeat(1_000_000))], TIMEOUT_MS),
    question(["/no/such/program"], [call("a")]),
  ];
  const [program = "", ...args] = client;
  const ran = spawnSync(program, args, {
    cwd: here,
    input: JSON.stringify(questions),
    encoding: "utf8",
    timeout: 120_000,
  });
  expect([ran.status, ran.stderr.includes("Traceback"), ran.stderr.includes("panic")]).toEqual([
    0,
    false,
    false,
  ]);
  return JSON.parse(ran.stdout) as Answered;
}

describe.each([
  [
    "Python",
    "python3",
    (): readonly string[] => ["python3", "python_client.py", path.join(root, "clients/python")],
  ],
  ["Go", "go", goClient],
] as const)("the client in %s", (_, program, client) => {
  test("decides, and denies whatever goes wrong", async () => {
    if (program === "go") requireProgram("go", "golang-go", "version");
    else requireProgram(program);
    const { results, own, bad } = await ask(client());
    const effects = results.map(({ answers }) => answers.map(({ effect }) => effect));
    const [real, crash, nonsense, another, list, once, silent, missing] = effects;
    expect(real).toEqual(["abstain", "deny", "abstain", "deny", "deny"]);
    expect(results[0]?.answers[1]).toMatchObject({ policy: "no", reason: "no: \u00e9 \u{1F6AB}" });
    expect(results[0]?.answers[2]?.["updatedInput"]).toEqual({ command: "ls" });
    for (const all of [crash, nonsense, another, list, silent]) expect(all).toEqual(["deny", "deny"]);
    expect(once?.[0]).toBe("abstain");
    expect(missing).toEqual(["deny"]);
    expect(results.map(({ closed }) => closed)).toEqual(results.map(() => "deny"));
    expect(bad.every((effect) => effect === "deny")).toBe(true);
    for (let number = 0; number < 20; number++)
      expect([number, own[number]]).toEqual([number, number % 2 === 1 ? "deny" : "abstain"]);
  });
});

function goClient(): readonly string[] {
  return ["go", "run", "."];
}
