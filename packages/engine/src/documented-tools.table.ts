/** A tool of an agent whose hook format is read, by the name that its events carry. */
export interface DocumentedTool {
  readonly name: string;
  /** The names of its input's fields; absent where the sources do not say them. Agents that share a name share the row. */
  readonly fields?: readonly string[];
}

const PATHS = ["path", "file_path", "filePath"];

/**
 * The tools that the documents of the formats name, and what their inputs hold: what a policy reads of such a tool under
 * another name is never there. Of every other tool nobody can know the fields.
 */
export const DOCUMENTED_TOOLS: readonly DocumentedTool[] = [
  // Mayros (document 000, "Condition expressions") and the agents that call their tools alike.
  {
    name: "exec",
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
  { name: "read", fields: [...PATHS, "offset", "limit"] },
  { name: "write", fields: [...PATHS, "content"] },
  {
    name: "edit",
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
    fields: ["command", "description", "timeout", "run_in_background", "dangerouslyDisableSandbox"],
  },
  { name: "Read", fields: ["file_path", "offset", "limit", "pages"] },
  { name: "Write", fields: ["file_path", "content"] },
  { name: "Edit", fields: ["file_path", "old_string", "new_string", "replace_all"] },
  { name: "MultiEdit", fields: ["file_path", "edits"] },
  { name: "NotebookRead", fields: ["notebook_path", "cell_id"] },
  { name: "NotebookEdit", fields: ["notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"] },
  { name: "Glob", fields: ["pattern", "path"] },
  {
    name: "Grep",
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
  { name: "WebFetch", fields: ["url", "prompt"] },
  { name: "WebSearch", fields: ["query", "allowed_domains", "blocked_domains"] },
  { name: "Task", fields: taskFields() },
  { name: "Agent", fields: taskFields() },
  { name: "TodoWrite", fields: ["todos"] },
  { name: "BashOutput", fields: ["bash_id", "filter", "block", "wait_up_to"] },
  { name: "KillShell", fields: ["shell_id"] },
  { name: "ExitPlanMode" },
  { name: "SlashCommand", fields: ["command"] },
  { name: "Skill" },
  // docker-agent (documents 002 and 004, "Hook Input").
  { name: "shell", fields: ["cmd", "cwd", "timeout"] },
  { name: "run_background_job", fields: ["cmd", "cwd"] },
  { name: "read_file", fields: [...PATHS, "offset", "limit", "absolute_path"] },
  { name: "read_multiple_files", fields: ["paths", "json"] },
  { name: "write_file", fields: [...PATHS, "content"] },
  { name: "edit_file", fields: [...PATHS, "edits"] },
  { name: "list_directory", fields: ["path"] },
  { name: "directory_tree", fields: ["path", "max_depth"] },
  { name: "create_directory", fields: ["path", "paths"] },
  { name: "remove_directory", fields: ["path", "paths"] },
  { name: "search_files_content" },
  { name: "fetch", fields: ["url", "urls", "timeout", "format", "method", "headers", "body"] },
  { name: "think", fields: ["thought"] },
  { name: "transfer_task", fields: ["agent", "task", "expected_output"] },
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
