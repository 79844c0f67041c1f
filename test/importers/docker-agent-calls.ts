import { importRules, nativeText } from "@gatehouse-hooks/hosts/import";
import type { DoorRow } from "../e2e/door-rows.js";

/** A file of docker-agent with permissions of each kind, context, and a limit of model calls. */
export const AGENT = `permissions:
  allow: ["shell:cmd=git status*", "read_*", "write_file:path=/work/tmp/*"]
  ask: ["shell:cmd=git push*", "mcp:github:create_*"]
  deny: ["shell:cmd=*sudo*", "mcp:github:delete_*", "write_file:path=/etc/*", "t:n=1*"]
hooks:
  session_start:
    - { type: builtin, command: add_environment_info }
  before_llm_call:
    - { type: builtin, command: max_iterations, args: ["2"] }
`;

/** The native file that `gatehouse import` makes of one. */
export const native = (text: string): string => nativeText(importRules([{ path: "agent.yaml", text }]));

const call = (tool: string, input: unknown, more: object = {}): DoorRow => ({
  name: `docker-agent: ${tool} ${JSON.stringify(input)} ${JSON.stringify(more)}`,
  agent: "docker-agent",
  payload: {
    ...{ session_id: "s1", hook_event_name: "pre_tool_use", tool_name: tool, tool_use_id: "t1" },
    ...(input !== undefined && { tool_input: input }),
    ...more,
  },
});

/** Calls that the file allows, asks about, denies or leaves alone. */
export const CALLS: readonly DoorRow[] = [
  call("shell", { cmd: "git status -s" }),
  call("shell", { cmd: "git push; sudo ls" }),
  call("shell", { cmd: "git push" }, { safety_policy: "autonomous" }),
  call("shell", { cmd: "git push" }, { safety_policy: "strict" }),
  call("shell", { cmd: 7 }),
  call("SHELL", { cmd: "SUDO ls" }),
  call("read_file", { path: "/etc/hosts" }),
  call("write_file", { path: "/etc/hosts", content: "" }),
  call("write_file", { path: "/work/tmp/a", content: "" }),
  call("mcp:github:delete_repo", {}),
  call("mcp:github:create_issue", { title: "sudo" }),
  call("t", { n: 12 }),
  call("t", { n: "12" }),
  call("shell", { cmd: "sudo" }, { hook_event_name: "post_tool_use", tool_response: "" }),
  call("shell", { cmd: "sudo" }, { hook_event_name: "permission_request" }),
];
