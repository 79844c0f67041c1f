import { FLAG, type FieldTypes, NUMBER, TEXT, TEXTS } from "../field-types.js";

const PATHS: FieldTypes = { path: TEXT, file_path: TEXT, filePath: TEXT };

/** The types of the arguments of docker-agent's tools; those that are not here may be anything. */
export const TOOL_TYPES: Readonly<Record<string, FieldTypes>> = {
  shell: { cmd: TEXT, cwd: TEXT, timeout: NUMBER },
  run_background_job: { cmd: TEXT, cwd: TEXT },
  read_file: { ...PATHS, absolute_path: TEXT, offset: NUMBER, limit: NUMBER },
  read_multiple_files: { paths: TEXTS, json: FLAG },
  write_file: { ...PATHS, content: TEXT },
  edit_file: { ...PATHS, edits: { type: "array" } },
  list_directory: { path: TEXT },
  directory_tree: { path: TEXT, max_depth: NUMBER },
  create_directory: { path: TEXT, paths: TEXTS },
  remove_directory: { path: TEXT, paths: TEXTS },
  fetch: { url: TEXT, urls: TEXTS, timeout: NUMBER, format: TEXT, method: TEXT, headers: { type: "object" } },
  think: { thought: TEXT },
  transfer_task: { agent: TEXT, task: TEXT, expected_output: TEXT },
  handoff: { agent: TEXT },
};
