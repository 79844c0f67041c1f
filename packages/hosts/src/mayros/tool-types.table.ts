import { FLAG, type FieldTypes, NUMBER, TEXT } from "../field-types.js";

const PATHS: FieldTypes = { path: TEXT, file_path: TEXT, filePath: TEXT };

/** The types of the arguments of Mayros' tools; those that are not here may be anything. */
export const TOOL_TYPES: Readonly<Record<string, FieldTypes>> = {
  exec: {
    command: TEXT,
    workdir: TEXT,
    cwd: TEXT,
    env: { type: "object" },
    timeout: NUMBER,
    timeoutMs: NUMBER,
    background: FLAG,
    pty: FLAG,
    elevated: FLAG,
    yieldMs: NUMBER,
  },
  bash: { command: TEXT, description: TEXT, timeout: NUMBER, workdir: TEXT, cwd: TEXT, timeoutMs: NUMBER },
  read: { ...PATHS, offset: NUMBER, limit: NUMBER },
  write: { ...PATHS, content: TEXT },
  edit: {
    ...PATHS,
    edits: { type: "array" },
    oldText: TEXT,
    newText: TEXT,
    oldString: TEXT,
    newString: TEXT,
  },
};
