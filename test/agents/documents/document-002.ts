import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentBench } from "./document-line.js";

/** Document 002: its file by the hook of docker-agent, which is played: its own program is not there. */
export function document002({ say, program, agentFile }: DocumentBench): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), "document-002-"));
  const home = path.join(place, "home");
  mkdirSync(home);
  const hook = (name: string, more: object): string => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [program, "hook", "docker-agent", "--policies", agentFile, "--policy-format", "docker-agent"],
      {
        cwd: place,
        env: { PATH: process.env["PATH"], HOME: home, AGENT_LOG_DIR: place },
        input: JSON.stringify({ session_id: "s1", cwd: place, hook_event_name: name, ...more }),
        encoding: "utf8",
      },
    );
    return status === 0 ? stdout : `exit code ${status}: ${stderr}`;
  };
  const call = (name: string, cmd: string, more: object = {}): string =>
    hook(name, { tool_name: "shell", tool_use_id: "t1", tool_input: { cmd, cwd: "." }, ...more });
  const denies = (said: string): boolean => said.includes('"permission_decision":"deny"');
  const rows: readonly (readonly [sentence: string, said: string, holds: (said: string) => boolean])[] = [
    [
      "`Run: echo hello` is allowed",
      call("pre_tool_use", "echo hello"),
      (said) => !denies(said) && !said.startsWith("exit"),
    ],
    ["`Run: rm -rf /tmp/test` is denied by pre_tool_use", call("pre_tool_use", "rm -rf /tmp/test"), denies],
    ["`Run: sudo apt update` is denied by pre_tool_use", call("pre_tool_use", "sudo apt update"), denies],
    [
      "`List files in current dir`: ls gets -h",
      call("pre_tool_use", "ls"),
      (said) => said.includes('"updated_input":{"cmd":"ls -h"') && !denies(said),
    ],
    [
      "permission_request allows harmless commands",
      call("permission_request", "echo hi"),
      (said) => said.includes('"permission_decision":"allow"'),
    ],
    [
      "permission_request leaves the others to the user",
      call("permission_request", "make"),
      (said) => !said.includes("permission_decision") && !said.startsWith("exit"),
    ],
    [
      "post_tool_use only inspects the result",
      call("post_tool_use", "ls", { tool_response: "done" }),
      (said) => !said.includes('"decision":"block"') && !said.startsWith("exit"),
    ],
    [
      "session_start adds context to the session",
      hook("session_start", { source: "startup" }),
      (said) => said.includes('"additional_context"'),
    ],
    ["turn_start adds the date", hook("turn_start", {}), (said) => /\d{4}-\d\d-\d\d/.test(said)],
    [
      "user_prompt_submit adds a hint where logs are asked for",
      hook("user_prompt_submit", { prompt: "where are the logs?" }),
      (said) => said.includes('"additional_context"'),
    ],
    [
      "user_prompt_submit adds nothing to other prompts",
      hook("user_prompt_submit", { prompt: "hello" }),
      (said) => !said.includes('"additional_context"') && !said.startsWith("exit"),
    ],
  ];
  for (const [sentence, said, holds] of rows) say(sentence, holds(said), said);
  return Promise.resolve();
}
