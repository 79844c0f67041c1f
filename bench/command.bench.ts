import { spawn } from "node:child_process";

import type { Need } from "@gatehouse-hooks/engine";
import { commandHandler, hookInput, runCommand } from "@gatehouse-hooks/commands";

import type { Frame } from "./frame/frame.js";

const event = {
  event: "pre_tool_use",
  session_id: "s",
  tool_name: "shell",
  tool_use_id: "call_1",
  tool_input: { cmd: "git status" },
} as const;
const input = hookInput(event, "/");
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

/** Hooks from doing nothing to what people write. */
const hooks: Readonly<Record<string, string>> = {
  "a hook that answers at once": "printf '{}'",
  "a hook that reads its input": 'read -r INPUT; printf \'{"continue":%s}\' "${INPUT:+true}"',
};

/** What a command hook costs over the bare start of the same process. */
export default async function command(frame: Frame): Promise<void> {
  for (const [name, text] of Object.entries(hooks)) {
    const subjects = {
      "bare spawn": () => bare(text),
      runCommand: () => viaRunner(text),
      commandHandler: () => viaHandler(text),
    };
    await frame.agree(name, subjects, [undefined]);
    const results = await frame.measure(name, subjects, { async: true, clock: "wall" });
    const base = results.find(({ subject }) => subject === "bare spawn")?.ns ?? 0;
    for (const { subject, ns } of results) {
      if (subject === "bare spawn") continue;
      frame.record({ subject, case: name, metric: "over bare spawn", value: (ns - base) / 1e6, unit: "ms" });
    }
  }
}

function bare(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["--norc", "-c", text], { cwd: "/", env });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", () => resolve(output));
    child.stdin.end(input);
  });
}

async function viaRunner(text: string): Promise<string> {
  const outcome = await runCommand(
    { file: "/bin/bash", args: ["--norc", "-c", text] },
    { cwd: "/", env, input, timeoutMs: 10_000, maxOutputBytes: 1_048_576, graceMs: 500 },
  );
  return outcome.kind === "ran" ? outcome.stdout : outcome.message;
}

const handler = commandHandler({
  interpret: ({ stdout }) => ({ kind: "approve", reason: stdout }),
  env,
  cwd: "/",
});

async function viaHandler(text: string): Promise<string> {
  const need: Need = {
    id: "1",
    policy: "hook",
    tier: "project",
    gates: true,
    handler: { kind: "command", command: text, timeoutMs: 10_000 },
    event,
  };
  const { signal } = new AbortController();
  const verdict = await handler(need as Parameters<typeof handler>[0], { signal });
  return verdict.kind === "failure" ? verdict.message : verdict.reason;
}
