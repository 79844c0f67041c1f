import { afterAll, beforeAll, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../run-cli.js";

let one: Folder;
beforeAll(() => {
  one = folder({
    "~/.gatehouse/rules.yaml":
      "version: 1\nextends: [pack/destructive, pack/git, pack/secrets, pack/exfiltration]\n",
    "~/.ssh/authorized_keys": "",
    ".git/HEAD": "",
    "src/a.ts": "",
  });
});
afterAll(() => one.remove());

function payload(tool: string, input: object, isCamel: boolean): string {
  const event = isCamel
    ? { hookEventName: "PreToolUse", sessionId: "s" }
    : { hook_event_name: "PreToolUse", session_id: "s" };
  return JSON.stringify({
    timestamp: "2026-02-09T10:30:00.000Z",
    cwd: one.path,
    transcript_path: "/t.json",
    ...event,
    tool_name: tool,
    tool_input: input,
    tool_use_id: "tool-123",
  });
}

const DENY = ["deny", "deny"];
const NOTHING = "";

const ROWS: readonly (readonly [string, (keys: string) => object, unknown])[] = [
  ["run_in_terminal", () => ({ command: "git push --force origin main", mode: "sync" }), DENY],
  ["run_in_terminal", () => ({ command: "ls" }), NOTHING],
  ["create_and_run_task", () => ({ task: { command: "git", args: ["push", "--force"] } }), DENY],
  ["editFiles", (keys) => ({ files: [keys] }), DENY],
  ["create_file", (keys) => ({ filePath: keys, content: "x" }), DENY],
  ["create_file", () => ({ filePath: `${one.path}/src/b.ts`, content: "x" }), NOTHING],
  ["replace_string_in_file", (keys) => ({ filePath: keys, oldString: "a", newString: "b" }), DENY],
  [
    "multi_replace_string_in_file",
    (keys) => ({ replacements: [{ filePath: "a" }, { filePath: keys }] }),
    DENY,
  ],
  ["insert_edit_into_file", (keys) => ({ filePath: keys, code: "x" }), DENY],
  ["apply_patch", (keys) => ({ input: `*** Begin Patch\n*** Update File: ${keys}\n*** End Patch` }), DENY],
  ["read_file", () => ({ filePath: `${one.home}/.ssh/id_rsa` }), DENY],
  ["read_file", () => ({ filePath: `${one.path}/src/a.ts` }), NOTHING],
];

test.each(ROWS)(
  "%s, through the hooks of both agents whose files VS Code reads: row %#",
  async (tool, input, expected) => {
    for (const agent of ["claude-code", "copilot"]) {
      for (const isCamel of [true, false]) {
        const { stdout, stderr, code } = await runCli(["hook", agent], {
          cwd: one.path,
          home: one.home,
          stdin: payload(tool, input(`${one.home}/.ssh/authorized_keys`), isCamel),
        });
        expect([agent, isCamel, code, stderr]).toEqual([agent, isCamel, 0, ""]);
        const answer = stdout === "" ? NOTHING : (JSON.parse(stdout) as Record<string, unknown>);
        if (typeof answer === "string") expect([agent, answer]).toEqual([agent, expected]);
        else {
          const { hookSpecificOutput: inner, permissionDecision } = answer as {
            readonly hookSpecificOutput: Record<string, unknown>;
            readonly permissionDecision: unknown;
          };
          expect([permissionDecision, inner["permissionDecision"]]).toEqual(expected);
          expect(inner["hookEventName"]).toBe("PreToolUse");
        }
      }
    }
  },
);
