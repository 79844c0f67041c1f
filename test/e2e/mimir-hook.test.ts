import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gatehouse } from "./spawn-cli.js";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gh-m-"));
  mkdirSync(join(home, ".mimir"));
  mkdirSync(join(home, "work"));
  writeFileSync(join(home, "work", "validate.sh"), `case "$1" in "rm -rf /"*) echo BLOCKED; exit 1;; esac\n`);
  writeFileSync(
    join(home, ".mimir", "config.yml"),
    `hooks:\n  pre-bash-execution:\n    command: sh ./validate.sh "{bash_command}"\n    continueOnError: false\n`,
  );
});
afterEach(async () => {
  await gatehouse(["daemon", "stop"], { env: { HOME: home } });
  rmSync(home, { recursive: true, force: true });
});

/** What the hook of Claude Code answers to a command of the shell. */
async function hook(command: string, daemon: "auto" | "off"): Promise<string> {
  const payload = {
    session_id: "s1",
    transcript_path: "/t",
    cwd: join(home, "work"),
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
  };
  const { stdout } = await gatehouse(["hook", "claude-code", "--daemon", daemon], {
    cwd: join(home, "work"),
    env: { HOME: home },
    stdin: JSON.stringify(payload),
  });
  return stdout;
}

test.each(["off", "auto"] as const)(
  "a validator of Mimir's blocks what an agent is about to run, in every call, with the daemon %s",
  async (daemon) => {
    for (let i = 0; i < 3; i++) {
      expect(await hook("rm -rf /", daemon)).toContain("BLOCKED");
      expect(await hook("ls", daemon)).toBe("");
    }
  },
);
