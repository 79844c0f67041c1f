import type { HostTool } from "../host-tables.js";

/**
 * Codex's tools, by the names in its hooks. Files are read by shell commands. What is typed into a running shell (`write_stdin`)
 * has no hook: a shell that is started to be typed into is seen when it is started, and never again.
 */
export const TOOLS: readonly HostTool[] = [
  { name: "Bash", kind: "shell", params: { command: ["command"] }, needs: ["command"], fields: ["command"] },
  // The names that the model has for them, where a hook says these.
  { name: "exec_command", kind: "shell", params: { command: ["cmd", "command"] }, needs: ["cmd", "command"] },
  { name: "shell", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "local_shell", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "shell_command", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "write_stdin", kind: "shell", params: { command: ["chars"] } },
  // Its one argument is the text of a patch, which is not the command of a shell: the paths are made of it.
  {
    name: "apply_patch",
    kind: "edit",
    params: { content: ["command"] },
    needs: ["command"],
    fields: ["command"],
  },
  { name: "spawn_agent", kind: "agent", params: { prompt: ["message"] }, needs: ["message"] },
];
