import { type Folder, runCli } from "../run-cli.js";
import type { GuardCall } from "./ways-off.table.js";

/** What Claude Code is told of a call under the policies that `init` writes; nothing is `nothing`. */
export async function answerTo(here: Folder, call: GuardCall): Promise<string> {
  const { tool, input } = typeof call === "string" ? { tool: "Bash", input: { command: call } } : call;
  const { stdout, code } = await runCli(["hook", "claude-code", "--daemon", "off"], {
    cwd: here.path,
    home: here.home,
    stdin: JSON.stringify({
      session_id: "s",
      cwd: here.path,
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: input,
    }),
  });
  if (stdout === "") return code === 0 ? "nothing" : `exit ${code}`;
  return /"permissionDecision":\s*"(\w+)"/.exec(stdout)?.[1] ?? stdout;
}
