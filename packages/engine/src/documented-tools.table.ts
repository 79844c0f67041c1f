/** A tool of an agent whose hook format is read, by the name that its events carry. */
export interface DocumentedTool {
  readonly name: string;
  /** The names of its input's fields; absent where the sources do not say them. Agents that share a name share the row. */
  readonly fields?: readonly string[];
  /** Of these fields a call has at least one; absent: not known. */
  readonly needs?: readonly string[];
}

const PATHS = ["path", "file_path", "filePath"];

/**
 * The tools that the documents of the formats name, and what their inputs hold: what a policy reads of such a tool under
 * another name is never there. The fields of every other tool are unknown.
 */
export const DOCUMENTED_TOOLS: readonly DocumentedTool[] = [
  // Mayros (document 000, "Condition expressions") and the agents that call their tools alike.
  {
    name: "exec",
    needs: ["command"],
    fields: [
      "command",
      "workdir",
      "cwd",
      "env",
      "timeout",
      "background",
      "pty",
      "elevated",
      "host",
      "security",
      "ask",
      "node",
      "yieldMs",
    ],
  },
  {
    name: "bash",
    needs: ["command"],
    fields: [
      "command",
      "description",
      "timeout",
      "workdir",
      "cwd",
      "env",
      "background",
      "is_background",
      "run_in_background",
      "timeoutMs",
    ],
  },
  { name: "read", needs: PATHS, fields: [...PATHS, "offset", "limit"] },
  { name: "write", needs: PATHS, fields: [...PATHS, "content"] },
  {
    name: "edit",
    needs: PATHS,
    fields: [
      ...PATHS,
      "edits",
      "oldText",
      "newText",
      "oldString",
      "newString",
      "old_string",
      "new_string",
      "replaceAll",
      "replace_all",
    ],
  },
  { name: "browser" },
  { name: "message" },
  // Claude Code.
  {
    name: "Bash",
    needs: ["command"],
    fields: ["command", "description", "timeout", "run_in_background", "dangerouslyDisableSandbox"],
  },
  { name: "Read", needs: ["file_path"], fields: ["file_path", "offset", "limit", "pages"] },
  { name: "Write", needs: ["file_path"], fields: ["file_path", "content"] },
  { name: "Edit", needs: ["file_path"], fields: ["file_path", "old_string", "new_string", "replace_all"] },
  { name: "MultiEdit", needs: ["file_path"], fields: ["file_path", "edits"] },
  { name: "NotebookRead", needs: ["notebook_path"], fields: ["notebook_path", "cell_id"] },
  {
    name: "NotebookEdit",
    needs: ["notebook_path"],
    fields: ["notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"],
  },
  { name: "Glob", needs: ["pattern"], fields: ["pattern", "path"] },
  {
    name: "Grep",
    needs: ["pattern"],
    fields: [
      "pattern",
      "path",
      "glob",
      "type",
      "output_mode",
      "-A",
      "-B",
      "-C",
      "-i",
      "-n",
      "-o",
      "context",
      "head_limit",
      "offset",
      "multiline",
    ],
  },
  { name: "LS", fields: ["path", "ignore"] },
  { name: "WebFetch", needs: ["url"], fields: ["url", "prompt"] },
  { name: "WebSearch", needs: ["query"], fields: ["query", "allowed_domains", "blocked_domains"] },
  { name: "Task", fields: taskFields() },
  { name: "Agent", fields: taskFields() },
  { name: "TodoWrite", fields: ["todos"] },
  { name: "BashOutput", fields: ["bash_id", "filter", "block", "wait_up_to"] },
  { name: "KillShell", fields: ["shell_id"] },
  { name: "ExitPlanMode" },
  { name: "SlashCommand", needs: ["command"], fields: ["command"] },
  { name: "Skill" },
  // docker-agent (documents 002 and 004, "Hook Input").
  { name: "shell", needs: ["cmd"], fields: ["cmd", "cwd", "timeout"] },
  { name: "run_background_job", needs: ["cmd"], fields: ["cmd", "cwd"] },
  {
    name: "read_file",
    needs: [...PATHS, "absolute_path"],
    fields: [...PATHS, "offset", "limit", "absolute_path"],
  },
  { name: "read_multiple_files", fields: ["paths", "json"] },
  { name: "write_file", needs: [...PATHS, "absolute_path"], fields: [...PATHS, "content"] },
  { name: "edit_file", needs: [...PATHS, "absolute_path"], fields: [...PATHS, "edits"] },
  { name: "list_directory", fields: ["path"] },
  { name: "directory_tree", fields: ["path", "max_depth"] },
  { name: "create_directory", fields: ["path", "paths"] },
  { name: "remove_directory", fields: ["path", "paths"] },
  { name: "search_files_content" },
  {
    name: "fetch",
    needs: ["url", "urls"],
    fields: ["url", "urls", "timeout", "format", "method", "headers", "body"],
  },
  { name: "think", fields: ["thought"] },
  { name: "transfer_task", needs: ["task"], fields: ["agent", "task", "expected_output"] },
  { name: "handoff", fields: ["agent"] },
];

function taskFields(): readonly string[] {
  return [
    "description",
    "prompt",
    "subagent_type",
    "model",
    "run_in_background",
    "resume",
    "isolation",
    "name",
    "team_name",
    "mode",
    "max_turns",
  ];
}
