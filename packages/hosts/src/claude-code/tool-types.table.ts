import { FLAG, type FieldTypes, listOf, NUMBER, object, oneOfStrings, TEXT, TEXTS } from "../field-types.js";

const TASK: FieldTypes = {
  description: TEXT,
  prompt: TEXT,
  subagent_type: TEXT,
  model: TEXT,
  run_in_background: FLAG,
  resume: TEXT,
  max_turns: NUMBER,
};
const CHANGE = { old_string: TEXT, new_string: TEXT, replace_all: FLAG };

/** The types of the arguments of Claude Code's tools; those that are not here may be anything. */
export const TOOL_TYPES: Readonly<Record<string, FieldTypes>> = {
  Bash: {
    command: TEXT,
    description: TEXT,
    timeout: NUMBER,
    run_in_background: FLAG,
    dangerouslyDisableSandbox: FLAG,
  },
  Read: { file_path: TEXT, offset: NUMBER, limit: NUMBER },
  Write: { file_path: TEXT, content: TEXT },
  Edit: { file_path: TEXT, ...CHANGE },
  MultiEdit: { file_path: TEXT, edits: listOf(object(CHANGE)) },
  NotebookRead: { notebook_path: TEXT, cell_id: TEXT },
  NotebookEdit: {
    notebook_path: TEXT,
    cell_id: TEXT,
    new_source: TEXT,
    cell_type: oneOfStrings("code", "markdown"),
    edit_mode: oneOfStrings("replace", "insert", "delete"),
  },
  Glob: { pattern: TEXT, path: TEXT },
  Grep: {
    pattern: TEXT,
    path: TEXT,
    glob: TEXT,
    type: TEXT,
    output_mode: oneOfStrings("content", "files_with_matches", "count"),
    "-A": NUMBER,
    "-B": NUMBER,
    "-C": NUMBER,
    "-i": FLAG,
    "-n": FLAG,
    "-o": FLAG,
    context: NUMBER,
    head_limit: NUMBER,
    offset: NUMBER,
    multiline: FLAG,
  },
  LS: { path: TEXT, ignore: TEXTS },
  WebFetch: { url: TEXT, prompt: TEXT },
  WebSearch: { query: TEXT, allowed_domains: TEXTS, blocked_domains: TEXTS },
  Task: TASK,
  Agent: TASK,
  TodoWrite: { todos: { type: "array" } },
  BashOutput: { bash_id: TEXT, filter: TEXT, block: FLAG, wait_up_to: NUMBER },
  KillShell: { shell_id: TEXT },
  SlashCommand: { command: TEXT },
};
