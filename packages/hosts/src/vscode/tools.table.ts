import type { HostTool } from "../host-tables.js";

const PATH = ["filePath"];
const SHELL = { kind: "shell", params: { command: ["command"] } } as const;
const EDIT = { kind: "edit", params: { path: PATH } } as const;
const SEARCH = { kind: "search", params: { pattern: ["query"] }, needs: ["query"] } as const;

/** VS Code's tools, by the names that its model calls them. Tools of extensions and of MCP servers come under names of their own. */
export const TOOLS: readonly HostTool[] = [
  { name: "run_in_terminal", ...SHELL, needs: ["command"] },
  { name: "create_and_run_task", kind: "shell" },
  { name: "read_file", kind: "read", params: { path: PATH }, needs: PATH },
  { name: "get_errors", kind: "other" },
  { name: "copilot_getNotebookSummary", kind: "read", params: { path: PATH } },
  { name: "read_notebook_cell_output", kind: "read", params: { path: PATH } },
  { name: "create_file", kind: "write", params: { path: PATH, content: ["content"] }, needs: PATH },
  { name: "create_directory", kind: "write", params: { path: ["dirPath"] }, needs: ["dirPath"] },
  { name: "create_new_jupyter_notebook", kind: "other" },
  { name: "replace_string_in_file", ...EDIT, needs: PATH },
  { name: "multi_replace_string_in_file", kind: "edit", params: { edits: ["replacements"] } },
  { name: "insert_edit_into_file", ...EDIT, needs: PATH },
  { name: "edit_notebook_file", ...EDIT, needs: PATH },
  { name: "apply_patch", kind: "edit" },
  { name: "editFiles", kind: "edit", params: { paths: ["files"] } },
  { name: "run_notebook_cell", kind: "other" },
  { name: "list_dir", kind: "search", params: { path: ["path"] } },
  { name: "grep_search", ...SEARCH },
  { name: "file_search", ...SEARCH },
  { name: "semantic_search", ...SEARCH },
  { name: "fetch_webpage", kind: "fetch", params: { urls: ["urls"], query: ["query"] } },
  { name: "open_simple_browser", kind: "fetch", params: { url: ["url"] }, needs: ["url"] },
  { name: "github_repo", kind: "other" },
  { name: "list_code_usages", kind: "other" },
  { name: "get_changed_files", kind: "other" },
  { name: "get_terminal_output", kind: "other" },
  { name: "terminal_last_command", kind: "other" },
  { name: "terminal_selection", kind: "other" },
  { name: "run_task", kind: "other" },
  { name: "get_task_output", kind: "other" },
  { name: "runTests", kind: "other" },
  { name: "run_vscode_command", kind: "other" },
  { name: "install_extension", kind: "other" },
  { name: "runSubagent", kind: "agent", params: { prompt: ["prompt"] } },
  { name: "manage_todo_list", kind: "other" },
];
