import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentBench } from "./document-line.js";

const VALIDATE = `#!/bin/bash
INPUT=$(cat)
TOOL_NAME=$(echo "$INPUT" | jq -r '.tool_name')
CMD=$(echo "$INPUT" | jq -r '.tool_input.cmd // empty')
if [[ "$TOOL_NAME" == "shell" ]] && { [[ "$CMD" =~ ^sudo ]] || [[ "$CMD" =~ rm.*-rf ]]; }; then
  echo '{"decision": "block", "reason": "Dangerous command blocked by policy"}'
  exit 2
fi
echo '{}'
`;
const AUDIT = `#!/bin/bash
INPUT=$(cat)
echo "$(echo "$INPUT" | jq -r .session_id) | $(echo "$INPUT" | jq -r .tool_name)" >> ./audit.log
echo '{"continue": true}'
`;
const AGENT = `agents:
  root:
    model: openai/gpt-4o
    add_date: true
    redact_secrets: true
    hooks:
      pre_tool_use:
        - matcher: "shell|edit_file"
          hooks:
            - { type: command, command: "./scripts/validate-command.sh", timeout: 30 }
      post_tool_use:
        - matcher: "*"
          hooks:
            - { type: command, command: "./scripts/log-tool-call.sh" }
      permission_request:
        - matcher: shell
          hooks:
            - type: command
              command: |
                CMD=$(jq -r '.tool_input.cmd // ""')
                if echo "$CMD" | grep -qE '^(ls|pwd|cat) '; then
                  echo '{"hook_specific_output":{"permission_decision":"allow","permission_decision_reason":"read-only"}}'
                fi
      before_llm_call:
        - { type: builtin, command: max_iterations, args: ["50"] }
permissions:
  deny: ["shell:cmd=*mkfs*"]
`;

/** Document 004: its examples by the hook of docker-agent, which is played: its own program is not there. */
export function document004({ say, program }: DocumentBench): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), "document-004-"));
  const home = path.join(place, "home");
  for (const folder of [home, path.join(place, "scripts")]) mkdirSync(folder);
  writeFileSync(path.join(place, "agent.yaml"), AGENT);
  writeFileSync(path.join(place, "scripts/validate-command.sh"), VALIDATE, { mode: 0o755 });
  writeFileSync(path.join(place, "scripts/log-tool-call.sh"), AUDIT, { mode: 0o755 });
  const hook = (name: string, more: object, ...flags: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [program, "hook", "docker-agent", "--policies", "agent.yaml", ...flags],
      {
        cwd: place,
        env: { PATH: process.env["PATH"], HOME: home },
        input: JSON.stringify({ session_id: "abc123", cwd: place, hook_event_name: name, ...more }),
        encoding: "utf8",
      },
    );
    return status === 0 ? stdout : `exit code ${status}: ${stderr}`;
  };
  const call = (name: string, cmd: string, more: object = {}, ...flags: readonly string[]): string =>
    hook(
      name,
      { tool_name: "shell", tool_use_id: "call_xyz", tool_input: { cmd, cwd: "." }, ...more },
      ...flags,
    );
  const denies = (said: string): boolean => said.includes('"permission_decision":"deny"');
  const passes = (said: string): boolean => !/exit code|"permission_decision"|"decision":"block"/.test(said);
  const secret = ["AKIA", "QYLPMN5HFIQR7XYA"].join("");
  const rows: readonly (readonly [sentence: string, said: string, holds: (said: string) => boolean])[] = [
    [
      "the hook input of the document is denied, in the script's words",
      call("pre_tool_use", "rm -rf /tmp/cache"),
      (said) => denies(said) && said.includes("Dangerous command blocked by policy"),
    ],
    ["it is denied again", call("pre_tool_use", "rm -rf /tmp/cache"), denies],
    ["`{}` means: do nothing, continue normally", call("pre_tool_use", "ls"), passes],
    ["deterministic permissions deny beside the hooks", call("pre_tool_use", "mkfs /dev/sda"), denies],
    [
      "permission_request approves by itself",
      call("permission_request", "ls -l"),
      (said) => said.includes('"permission_decision":"allow"'),
    ],
    ["permission_request: nothing falls through to the prompt", call("permission_request", "make"), passes],
    ["post_tool_use logs and does not block", call("post_tool_use", "ls", { tool_response: "x" }), passes],
    [
      "turn_start adds the date",
      hook("turn_start", {}),
      (said) => /Today's date: \d{4}-\d\d-\d\d/.test(said),
    ],
    [
      "redact_secrets scrubs tool output",
      call("tool_response_transform", "env", { tool_response: `key ${secret}` }),
      (said) => said.includes("[REDACTED]") && !said.includes(secret),
    ],
    ["the 50th model call goes", hook("before_llm_call", { iteration: 50, messages: [] }), passes],
    [
      "the 51st is stopped",
      hook("before_llm_call", { iteration: 51, messages: [] }),
      (said) => said.includes('"decision":"block"'),
    ],
    [
      "--hook-pre-tool-use adds a hook for all tools",
      call("pre_tool_use", "ls", { tool_name: "fetch" }, "--hook-pre-tool-use", "exit 2"),
      denies,
    ],
  ];
  for (const [sentence, said, holds] of rows) say(sentence, holds(said), said);
  const log = readFileSync(path.join(place, "audit.log"), "utf8");
  say("the audit log has the call", log === "abc123 | shell\n", log);
  return Promise.resolve();
}
