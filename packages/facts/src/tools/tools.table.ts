import type { ToolRow } from "./tool-row.js";

const words = (text: string): readonly string[] => text.split(" ");
const PATH = [
  ...["path", "file_path", "filePath", "target_file", "absolute_path", "notebook_path", "target_notebook"],
  "file",
];
const DIRECTORY = ["path", "dir_path", "directory", "target_directory"];

/** The tools of every agent that a host is known for. A tool that is not here is `unknown-tool`. */
export const TOOL_ROWS: readonly ToolRow[] = [
  {
    tool: words(
      "Bash bash Shell shell exec run_terminal_cmd run_shell_command run_background_job execute_command local_shell exec_command write_bash terminal Monitor monitor shell_command write_stdin run_in_terminal send_to_terminal run_command",
    ),
    shell: ["command", "cmd", "input", "chars", "CommandLine"],
    cwd: ["workdir", "cwd", "directory", "dir_path", "working_directory", "Cwd"],
  },
  {
    tool: ["PowerShell", "powershell", "write_powershell", "pwsh"],
    shell: ["command", "input"],
    cwd: ["workdir", "cwd"],
    dialect: "powershell",
  },
  { tool: "multi_replace_string_in_file", edits: "replacements" },
  { tool: ["batch", "multi_tool_use.parallel"], calls: ["tool_calls", "tool_uses"] },
  {
    tool: words(
      "Read read read_file view NotebookRead cat view_image LSP lsp show_file get_errors read_project_structure copilot_getNotebookSummary ReadLints",
    ),
    reads: [...PATH, "filePaths", "paths"],
  },
  { tool: "read_multiple_files", reads: "paths" },
  { tool: "read_many_files", names: ["paths", "include"] },
  { tool: ["Write", "write", "write_file", "create", "create_file"], writes: PATH },
  {
    tool: words(
      "Edit edit MultiEdit multiedit NotebookEdit edit_file replace str_replace str_replace_editor str_replace_based_edit_tool search_replace insert replace_string_in_file insert_edit_into_file edit_notebook_file StrReplace notebook_edit create_new_jupyter_notebook EditNotebook",
    ),
    edits: PATH,
  },
  { tool: ["apply_patch", "patch"], patch: ["input", "patch", "patchText", "command", "content"] },
  { tool: ["Delete", "delete", "delete_file"], deletes: PATH },
  { tool: ["remove_directory"], deletesTree: ["path", "paths"] },
  { tool: ["create_directory"], creates: ["path", "paths", "dirPath"] },
  { tool: ["move_file"], moves: ["source", "from"], writes: ["destination", "to"] },
  {
    tool: words("Glob glob file_search list_dir LS List ls list find list_directory directory_tree"),
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
    names: ["glob", "include", "includePattern", "include_pattern"],
  },
  { tool: ["run_notebook_cell"], reads: PATH, code: { parameter: "code", lang: "notebook" } },
  {
    tool: ["WebFetch", "webfetch", "web_fetch", "fetch", "browser", "fetch_webpage", "open_simple_browser"],
    url: ["url", "urls"],
    urlsIn: ["prompt"],
  },
  {
    tool: words(
      "WebSearch websearch web_search google_web_search codesearch Task Agent task agent spawn_agent transfer_task handoff SendMessage TodoWrite TodoRead todowrite todoread todo_write write_todos update_todo update_plan TaskCreate TaskUpdate TaskList TaskGet TaskOutput TaskStop BashOutput KillShell KillBash read_bash stop_bash ExitPlanMode exit_plan_mode EnterPlanMode AskUserQuestion ask_user question report_intent save_memory think Skill skill invalid ToolSearch ListMcpResourcesTool complete_task invoke_agent activate_skill enter_plan_mode ask_user_question task_stop send_message plan_enter plan_exit list_bash read_powershell stop_powershell list_powershell read_agent list_agents get_terminal_output kill_terminal terminal_last_command terminal_selection semantic_search manage_todo_list runSubagent get_task_output github_repo send_input wait wait_agent close_agent resume_agent request_user_input list_background_processes read_background_output SemanticSearch AskQuestion",
    ),
  },
];
