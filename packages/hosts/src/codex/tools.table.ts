import type { HostTool } from "../host-tables.js";

/**
 * Codex's tools, by the names in its hooks. Files are read by shell commands. What is typed into a running shell (`write_stdin`)
 * has no hook: a shell that is started to be typed into is seen when it is started, and never again.
 */
export const TOOLS: readonly HostTool[] = [
  { name: "Bash", kind: "shell", params: { command: ["command"] }, needs: ["command"], fields: ["command"] },
  // Its one argument is the text of a patch, which is not the command of a shell: the paths are made of it.
  { name: "apply_patch", kind: "edit", params: { content: ["command"] }, needs: ["command"], fields: ["command"] },
  { name: "spawn_agent", kind: "agent", params: { prompt: ["message"] }, needs: ["message"] },
];
