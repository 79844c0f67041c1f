import path from "node:path";
import type { AgentName } from "../agent-name.js";
import type { ScriptedCall } from "../model/script.js";

/** An edit of a file of the project: one line becomes another. */
export interface LineEdit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** How an agent's model writes, reads and edits files; `project` is the folder that it works in. */
export interface FileTools {
  write(project: string, file: string, content: string): ScriptedCall;
  /** Undefined: it reads files by shell commands. */
  readonly read?: (project: string, file: string) => ScriptedCall;
  edit(project: string, edit: LineEdit): ScriptedCall;
}

/** Tools whose arguments differ in their names only. */
function named(
  names: { readonly write: string; readonly read: string; readonly edit: string },
  args: { readonly path: string; readonly content: string; readonly from: string; readonly to: string },
  more: Readonly<Record<string, unknown>> = {},
): FileTools {
  return {
    write: (project, file, content) => ({
      name: names.write,
      args: { [args.path]: path.join(project, file), [args.content]: content },
    }),
    read: (project, file) => ({ name: names.read, args: { [args.path]: path.join(project, file) } }),
    edit: (project, { file, from, to }) => ({
      name: names.edit,
      args: { [args.path]: path.join(project, file), [args.from]: from, [args.to]: to, ...more },
    }),
  };
}

const SNAKE = { path: "file_path", content: "content", from: "old_string", to: "new_string" };

/** Codex's tool takes the text of a patch. */
function patch(...lines: readonly string[]): ScriptedCall {
  return { name: "apply_patch", args: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") };
}

/** The file tools of each agent. */
export const FILE_TOOLS: Readonly<Record<AgentName, FileTools>> = {
  "claude-code": named({ write: "Write", read: "Read", edit: "Edit" }, SNAKE),
  codex: {
    write: (_, file, content) =>
      patch(`*** Add File: ${file}`, ...content.trimEnd().replaceAll(/^/gm, "+").split("\n")),
    edit: (_, { file, from, to }) => patch(`*** Update File: ${file}`, "@@", `-${from}`, `+${to}`),
  },
  "gemini-cli": named({ write: "write_file", read: "read_file", edit: "replace" }, SNAKE, {
    instruction: "test",
  }),
  copilot: named(
    { write: "create", read: "view", edit: "edit" },
    { path: "path", content: "file_text", from: "old_str", to: "new_str" },
  ),
  opencode: named(
    { write: "write", read: "read", edit: "edit" },
    { path: "filePath", content: "content", from: "oldString", to: "newString" },
  ),
  "qwen-code": named({ write: "write_file", read: "read_file", edit: "edit" }, SNAKE),
};
