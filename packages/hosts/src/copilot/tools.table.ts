import type { HostTool } from "../host-tables.js";

const PATH = ["path", "file_path"];
const SHELL = { kind: "shell", params: { command: ["command"] }, needs: ["command"] } as const;
const READ = { kind: "read", params: { path: PATH }, needs: PATH } as const;
const WRITE = {
  kind: "write",
  params: { path: PATH, content: ["file_text", "content"] },
  needs: PATH,
} as const;
const EDIT = { kind: "edit", params: { path: PATH } } as const;
const SEARCH = {
  kind: "search",
  params: { path: ["path"], pattern: ["pattern"] },
  needs: ["pattern"],
} as const;
const FETCH = { kind: "fetch", params: { url: ["url"] }, needs: ["url"] } as const;
const QUERY = { kind: "fetch", params: { query: ["query"] }, needs: ["query"] } as const;
const AGENT = { kind: "agent", params: { prompt: ["prompt"] } } as const;

/**
 * GitHub Copilot CLI's tools: its own names, and Claude Code's, which the events in Pascal case have. The arguments are Copilot's
 * under both. A request for permission to create a file calls it `edit`, with `file_path` and a diff.
 */
export const TOOLS: readonly HostTool[] = [
  { name: "bash", ...SHELL },
  { name: "powershell", ...SHELL },
  { name: "Bash", ...SHELL },
  { name: "write_bash", kind: "shell", params: { command: ["input"] } },
  { name: "write_powershell", kind: "shell", params: { command: ["input"] } },
  { name: "read_bash", kind: "other" },
  { name: "list_bash", kind: "other" },
  { name: "read_powershell", kind: "other" },
  { name: "stop_powershell", kind: "other" },
  { name: "list_powershell", kind: "other" },
  { name: "show_file", kind: "read", params: { path: PATH } },
  { name: "lsp", kind: "read", params: { path: ["file", "filePath"] } },
  { name: "read_agent", kind: "other" },
  { name: "list_agents", kind: "other" },
  { name: "stop_bash", kind: "other" },
  { name: "view", ...READ },
  { name: "Read", ...READ },
  { name: "create", ...WRITE },
  { name: "Write", ...WRITE },
  { name: "edit", ...EDIT },
  { name: "str_replace_editor", ...EDIT },
  { name: "Edit", ...EDIT },
  { name: "apply_patch", ...EDIT },
  { name: "grep", ...SEARCH },
  { name: "rg", ...SEARCH },
  { name: "Grep", ...SEARCH },
  { name: "glob", ...SEARCH },
  { name: "Glob", ...SEARCH },
  { name: "web_fetch", ...FETCH },
  { name: "WebFetch", ...FETCH },
  { name: "web_search", ...QUERY },
  { name: "WebSearch", ...QUERY },
  { name: "task", ...AGENT },
  { name: "Agent", ...AGENT },
  { name: "ask_user", kind: "other" },
  { name: "AskUserQuestion", kind: "other" },
  { name: "update_todo", kind: "other" },
  { name: "TodoWrite", kind: "other" },
  { name: "report_intent", kind: "other" },
];
