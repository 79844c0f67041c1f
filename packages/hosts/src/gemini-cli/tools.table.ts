import type { HostTool } from "../host-tables.js";

const DIRECTORY = ["dir_path", "path"];

/** Gemini CLI's tools. */
export const TOOLS: readonly HostTool[] = [
  { name: "run_shell_command", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  {
    name: "read_file",
    kind: "read",
    params: { path: ["file_path", "absolute_path"] },
    needs: ["file_path", "absolute_path"],
  },
  { name: "read_many_files", kind: "read", params: { paths: ["include", "paths"] } },
  {
    name: "write_file",
    kind: "write",
    params: { path: ["file_path"], content: ["content"] },
    needs: ["file_path"],
  },
  {
    name: "replace",
    kind: "edit",
    params: { path: ["file_path"] },
    needs: ["file_path"],
    fields: [
      "file_path",
      "instruction",
      "old_string",
      "new_string",
      "allow_multiple",
      "expected_replacements",
    ],
  },
  { name: "glob", kind: "search", params: { path: DIRECTORY, pattern: ["pattern"] }, needs: ["pattern"] },
  {
    name: "grep_search",
    kind: "search",
    params: { path: DIRECTORY, pattern: ["pattern"] },
    needs: ["pattern"],
  },
  {
    name: "search_file_content",
    kind: "search",
    params: { path: DIRECTORY, pattern: ["pattern"] },
    needs: ["pattern"],
  },
  { name: "list_directory", kind: "search", params: { path: DIRECTORY } },
  // The addresses are inside the prompt.
  {
    name: "web_fetch",
    kind: "fetch",
    params: { url: ["url"], prompt: ["prompt"] },
    needs: ["prompt", "url"],
  },
  { name: "google_web_search", kind: "fetch", params: { query: ["query"] }, needs: ["query"] },
  { name: "invoke_agent", kind: "agent", params: { prompt: ["prompt"] } },
  { name: "activate_skill", kind: "other" },
  { name: "ask_user", kind: "other" },
  { name: "enter_plan_mode", kind: "other" },
  { name: "exit_plan_mode", kind: "other" },
  { name: "list_background_processes", kind: "other" },
  { name: "read_background_output", kind: "other" },
  { name: "complete_task", kind: "other" },
  { name: "save_memory", kind: "other" },
  { name: "write_todos", kind: "other" },
];
