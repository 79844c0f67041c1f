import type { HostTool } from "../host-tables.js";

/** Qwen Code's tools. */
export const TOOLS: readonly HostTool[] = [
  { name: "run_shell_command", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  {
    name: "read_file",
    kind: "read",
    params: { path: ["file_path", "absolute_path"] },
    needs: ["file_path", "absolute_path"],
  },
  { name: "read_many_files", kind: "read", params: { paths: ["paths"] } },
  {
    name: "write_file",
    kind: "write",
    params: { path: ["file_path"], content: ["content"] },
    needs: ["file_path"],
  },
  { name: "edit", kind: "edit", params: { path: ["file_path"] }, needs: ["file_path"] },
  { name: "glob", kind: "search", params: { path: ["path"], pattern: ["pattern"] }, needs: ["pattern"] },
  {
    name: "grep_search",
    kind: "search",
    params: { path: ["path"], pattern: ["pattern"] },
    needs: ["pattern"],
  },
  { name: "list_directory", kind: "search", params: { path: ["path"] } },
  { name: "web_fetch", kind: "fetch", params: { url: ["url"], prompt: ["prompt"] }, needs: ["url"] },
  { name: "web_search", kind: "fetch", params: { query: ["query"] }, needs: ["query"] },
  { name: "task", kind: "agent", params: { prompt: ["prompt"] } },
  { name: "agent", kind: "agent", params: { prompt: ["prompt"] } },
  { name: "monitor", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "lsp", kind: "read", params: { path: ["filePath"] } },
  { name: "notebook_edit", kind: "edit", params: { path: ["notebook_path"] } },
  { name: "ask_user_question", kind: "other" },
  { name: "task_stop", kind: "other" },
  { name: "save_memory", kind: "other" },
  { name: "todo_write", kind: "other" },
  { name: "skill", kind: "other" },
  { name: "exit_plan_mode", kind: "other" },
];
