import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Io } from "../../packages/console/src/io.js";
import { main } from "../../packages/cli/src/main.js";
import { FIRST_RULE } from "../../packages/agents/src/init/first-rule.js";

/** Seconds since 1970. */
const LONG_AGO = 1_000_000_000;

/**
 * `gatehouse hook claude-code` as an agent starts it, with the policies that `init` writes and a store that the first call has
 * written. The function that it returns makes one call with a command.
 */
export function hookPath(): (command: string) => Promise<number> {
  const home = mkdtempSync(path.join(tmpdir(), "gatehouse-hops-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const project = path.join(home, "project");
  mkdirSync(path.join(project, ".git"), { recursive: true });
  mkdirSync(path.join(home, ".gatehouse"), { mode: 0o700 });
  writeFileSync(path.join(home, ".gatehouse/first.yaml"), FIRST_RULE);
  // What was written just now may change again unseen, so it would not be stored.
  for (const place of [".gatehouse/first.yaml", ".gatehouse", "project/.git", "project", "."])
    utimesSync(path.join(home, place), LONG_AGO, LONG_AGO);
  return async (command) => {
    const parts: Uint8Array[] = [payloadOf(project, command), new Uint8Array()];
    return await main(
      ["hook", "claude-code"],
      ioOf(home, project, () => parts.shift()),
    );
  };
}

function ioOf(home: string, cwd: string, stdinNow: () => Uint8Array | undefined): Io {
  const output = { write: async () => await Promise.resolve(), columns: undefined };
  return {
    stdin: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    },
    stdinNow,
    stdout: output,
    stderr: output,
    env: { HOME: home },
    cwd,
    home,
    interactive: false,
    onInterrupt: () => () => undefined,
  };
}

function payloadOf(project: string, command: string): Uint8Array {
  return Buffer.from(
    JSON.stringify({
      session_id: "5b1d7c52-0c1f-4a3e-9b1e-100000000000",
      transcript_path: path.join(project, "session.jsonl"),
      cwd: project,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command, description: "what it is for" },
      tool_use_id: "toolu_01",
    }),
  );
}
