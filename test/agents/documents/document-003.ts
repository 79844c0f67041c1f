import { existsSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import type { SessionReport, SessionTurn } from "../session/run-session.js";
import { runClaude } from "./claude-session.js";
import type { DocumentBench } from "./document-line.js";

/** A validator of commands, as the third example has one. */
const VALIDATOR = `import re, sys
if re.search(r"rm\\s+-rf\\s+/", sys.argv[1]):
    print("BLOCKED: a dangerous command")
    sys.exit(1)
`;

/** The examples' events, with commands that write down that they ran. */
const CONFIG = `hooks:
  pre-file-write:
    command: 'echo "format {file_path}" >> log; exit 1'
    timeout: 15000
    continueOnError: true
    patterns: ["**/*.ts"]
  post-file-write:
    command: 'echo "tests {file_name}" >> log'
    continueOnError: true
    patterns: ["src/**/*.ts", "!src/**/*.test.ts"]
  pre-bash-execution:
    command: python3 validate.py "{bash_command}"
    timeout: 20000
    continueOnError: false
  post-bash-execution:
    command: 'echo "ran {bash_command} {bash_stdout}" >> log'
  post-agent-execute:
    command: 'echo "task ended" >> log'
`;

/** Document 003: a project's hooks in Claude Code, before and after a person has trusted them. */
export async function document003(bench: DocumentBench): Promise<void> {
  const { say, program } = bench;
  let log = "";
  const play = (trusted: boolean, turns: readonly SessionTurn[]): Promise<SessionReport> =>
    runClaude(bench, {
      hooks: { PreToolUse: "", PostToolUse: "", Stop: "" },
      files: { ".mimir/config.yml": CONFIG, "validate.py": VALIDATOR, ".git/HEAD": "" },
      turns,
      prepare({ project }, env) {
        if (!trusted) return;
        const command = (...args: readonly string[]): string =>
          execFileSync(process.execPath, [program, ...args], { cwd: project, env, encoding: "utf8" });
        const shown = JSON.parse(command("trust", "--json")) as { files: readonly { sha256: string }[] };
        command("trust", "--yes", shown.files[0]?.sha256 ?? "", ".mimir/config.yml");
      },
    });
  const write = (name: string): SessionTurn => ({
    calls: ({ project }) => [
      { name: "Write", args: { file_path: path.join(project, name), content: "export {};\n" } },
    ],
  });
  const dangerous = { commands: ["touch dangerous.txt # rm -rf /"] };

  const before = await play(false, [dangerous]);
  say("a project's file does nothing before a person trusts it", before.ran("dangerous.txt"), before.heard());
  const after = await play(true, [
    dangerous,
    { commands: ["echo said; touch harmless.txt"] },
    write("src/a.ts"),
    write("src/a.test.ts"),
    write("b.md"),
    {
      before({ project }) {
        const file = path.join(project, "log");
        log = existsSync(file) ? readFileSync(file, "utf8") : "";
      },
    },
  ]);
  const lines = log.split("\n");
  say(
    "validation that fails blocks the execution, in the validator's words",
    !after.ran("dangerous.txt") && after.result(0).includes("BLOCKED: a dangerous command"),
    after.result(0),
  );
  say("other commands run", after.ran("harmless.txt"), after.result(1));
  say(
    "variables: {bash_command} and {bash_stdout} after the call",
    lines.some((line) => line.startsWith("ran echo said; touch harmless.txt said")),
    log,
  );
  const formatted = lines.filter((line) => line.startsWith("format "));
  say(
    "before a file that fits the patterns is written, its hook runs with {file_path}",
    formatted.length === 2 && formatted.every((line) => line.endsWith(".ts")),
    log,
  );
  say("a hook that fails and may, does not keep the file from being written", after.ran("src"), log);
  say("a pattern with ! excludes", log.includes("tests a.ts") && !log.includes("tests a.test.ts"), log);
  say("after the agent: the hook of the task runs", (after.contents("log") ?? "").includes("task ended"), [
    after.contents("log"),
  ]);
}
