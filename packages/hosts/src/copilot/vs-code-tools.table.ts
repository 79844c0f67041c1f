import type { HostTool } from "../host-tables.js";

const PATH = ["filePath", "path"];

/** The tools of VS Code's agent, whose hooks are Copilot's. */
export const VS_CODE_TOOLS: readonly HostTool[] = [
  { name: "run_in_terminal", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "send_to_terminal", kind: "shell", params: { command: ["command", "input"] } },
  { name: "get_terminal_output", kind: "other" },
  { name: "kill_terminal", kind: "other" },
  { name: "read_file", kind: "read", params: { path: PATH }, needs: PATH },
  { name: "view_image", kind: "read", params: { path: PATH } },
  { name: "get_errors", kind: "read", params: { paths: ["filePaths"] } },
  { name: "create_file", kind: "write", params: { path: PATH, content: ["content"] }, needs: PATH },
  { name: "create_directory", kind: "write", params: { path: ["dirPath", "path"] } },
  { name: "insert_edit_into_file", kind: "edit", params: { path: PATH, content: ["code"] }, needs: PATH },
  { name: "replace_string_in_file", kind: "edit", params: { path: PATH }, needs: PATH },
  { name: "multi_replace_string_in_file", kind: "edit", params: { edits: ["replacements"] } },
  { name: "edit_notebook_file", kind: "edit", params: { path: PATH }, needs: PATH },
  { name: "list_dir", kind: "search", params: { path: ["path"] } },
  { name: "file_search", kind: "search", params: { pattern: ["query"] } },
  { name: "grep_search", kind: "search", params: { pattern: ["query"] } },
  { name: "semantic_search", kind: "search", params: { pattern: ["query"] } },
  { name: "fetch_webpage", kind: "fetch", params: { urls: ["urls"] } },
  { name: "open_simple_browser", kind: "fetch", params: { url: ["url"] } },
  { name: "runSubagent", kind: "agent", params: { prompt: ["prompt"] } },
];
