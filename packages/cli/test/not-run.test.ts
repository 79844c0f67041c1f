import { afterEach, expect, test } from "vitest";
import { person } from "./person.js";
import { folder, type Folder, runCli } from "./run-cli.js";

let here: Folder | undefined;
afterEach(() => here?.remove());

const hook = (name: string): string =>
  `hooks:\n  ${name}:\n    command: "true"\n    continueOnError: ${String(!name.startsWith("pre-"))}\n    prompt: true\n`;

/** An event that a hook of Mimir is for, and what its word is where it has not run. */
const EVENTS = [
  ["post-agent-execute", { task_description: "x" }, "skipped"],
  ["post-file-write", { file_path: "a.ts" }, "skipped"],
  ["post-tool-call", { tool: "bash" }, "skipped"],
  ["pre-bash-execution", { bash_command: "ls" }, "deny"],
] as const;

/** Why it has not run. */
const ANSWERS = [
  ["no terminal", undefined, "there is no person to ask whether to run it"],
  ["a no", person(() => "no"), "the user declined to run it"],
  [
    "a person who goes away",
    { tell: () => {}, ask: () => Promise.resolve(undefined) },
    "no answer to whether to run it",
  ],
] as const;

const rows = EVENTS.flatMap(([event, fields, word]) =>
  ANSWERS.map(([what, terminal, why]) => ({ event, fields, word, what, terminal, why })),
);

test.each(rows)("$event and $what: a hook that was not run has approved nothing", async (row) => {
  here = folder({ "~/.mimir/config.yml": hook(row.event) });
  const { stdout } = await runCli(["decide"], {
    cwd: here.path,
    home: here.home,
    stdin: JSON.stringify({ event: row.event, ...row.fields }),
    ...(row.terminal !== undefined && { terminal: row.terminal }),
  });
  const [, trace = ""] = stdout.split("policies that applied, in order:\n");
  expect(trace).toMatch(new RegExp(`^ ${row.word}  `));
  expect(trace).not.toMatch(/^ approve/m);
  expect(trace).toContain(`did not run: ${row.why}`);
});

test("one that was approved, and ran, has", async () => {
  here = folder({ "~/.mimir/config.yml": hook("post-agent-execute") });
  const place = {
    cwd: here.path,
    home: here.home,
    stdin: '{"event":"post-agent-execute","task_description":"x"}',
    terminal: person(),
  };
  const { stdout } = await runCli(["decide"], place);
  expect(stdout).toMatch(/^ approve /m);
  expect(stdout).not.toMatch(/skipped|did not run/);
});
