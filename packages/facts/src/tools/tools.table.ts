import type { ToolRow } from "./tool-row.js";

const PATH = ["path", "file_path", "filePath", "target_file", "absolute_path", "notebook_path"];
const DIRECTORY = ["path", "dir_path", "directory", "target_directory"];

/** The tools of every agent that a host is known for. A tool that is not here is `unknown-tool`. */
export const TOOLS: readonly ToolRow[] = [
  {
    tool: [
      ...[
        "Bash",
        "bash",
        "Shell",
        "shell",
        "exec",
        "run_terminal_cmd",
        "run_shell_command",
        "run_background_job",
      ],
      ...["execute_command", "local_shell", "exec_command", "write_bash", "terminal"],
    ],
    shell: ["command", "cmd", "input"],
    cwd: ["workdir", "cwd", "directory", "working_directory"],
  },
  { tool: ["Read", "read", "read_file", "view", "NotebookRead", "cat"], reads: PATH },
  { tool: ["read_many_files", "read_multiple_files"], reads: ["paths", "include"] },
  { tool: ["Write", "write", "write_file", "create", "create_file"], writes: PATH },
  {
    tool: [
      ...["Edit", "edit", "MultiEdit", "multiedit", "NotebookEdit", "edit_file", "replace", "str_replace"],
      ...["str_replace_editor", "str_replace_based_edit_tool", "search_replace", "insert"],
    ],
    edits: PATH,
  },
  { tool: ["apply_patch", "patch"], patch: ["input", "patch", "patchText", "command", "content"] },
  { tool: ["Delete", "delete", "delete_file"], deletes: PATH },
  { tool: ["remove_directory"], deletesTree: ["path", "paths"] },
  { tool: ["create_directory"], creates: ["path", "paths"] },
  { tool: ["move_file"], moves: ["source", "from"], writes: ["destination", "to"] },
  {
    tool: [
      "Glob",
      "glob",
      "file_search",
      "list_dir",
      "LS",
      "List",
      "ls",
      "list",
      "list_directory",
      "directory_tree",
    ],
    lists: DIRECTORY,
  },
  {
    tool: [
      "Grep",
      "grep",
      "rg",
      "grep_search",
      "search_file_content",
      "search_files_content",
      "codebase_search",
    ],
    searches: DIRECTORY,
  },
  { tool: ["run_notebook_cell"], reads: PATH, code: { parameter: "code", lang: "notebook" } },
  {
    tool: ["WebFetch", "webfetch", "web_fetch", "fetch", "browser"],
    url: ["url", "urls"],
    urlsIn: ["prompt"],
  },
  {
    tool: [
      ...["WebSearch", "websearch", "web_search", "google_web_search", "codesearch"],
      ...["Task", "Agent", "task", "agent", "spawn_agent", "transfer_task", "handoff", "SendMessage"],
      ...[
        "TodoWrite",
        "TodoRead",
        "todowrite",
        "todoread",
        "todo_write",
        "write_todos",
        "update_todo",
        "update_plan",
      ],
      ...["TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput", "TaskStop"],
      ...[
        "BashOutput",
        "KillShell",
        "KillBash",
        "read_bash",
        "stop_bash",
        "ExitPlanMode",
        "exit_plan_mode",
        "EnterPlanMode",
      ],
      ...[
        "AskUserQuestion",
        "ask_user",
        "question",
        "report_intent",
        "save_memory",
        "think",
        "Skill",
        "skill",
        "invalid",
      ],
      ...["ToolSearch", "ListMcpResourcesTool"],
    ],
  },
];
