import type { HostTool } from "../host-tables.js";

/** Cline's tools. What takes lists (`run_commands`, `read_files`) is read in `cline-call.ts`. */
export const TOOLS: readonly HostTool[] = [
  { name: "run_commands", kind: "shell" },
  { name: "read_files", kind: "read" },
  { name: "editor", kind: "edit", params: { path: ["path"], content: ["new_text"] } },
  { name: "apply_patch", kind: "edit", params: { content: ["input"] } },
  { name: "search_codebase", kind: "search" },
  { name: "fetch_web_content", kind: "fetch" },
  { name: "ask_question", kind: "other" },
  { name: "spawn_agent", kind: "agent", params: { prompt: ["task", "prompt"] } },
];
