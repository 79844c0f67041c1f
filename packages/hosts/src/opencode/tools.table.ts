import type { HostTool } from "../host-tables.js";

const PATH = ["filePath", "path"];

/** OpenCode's tools. */
export const TOOLS: readonly HostTool[] = [
  { name: "bash", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "read", kind: "read", params: { path: PATH }, needs: PATH },
  { name: "write", kind: "write", params: { path: PATH, content: ["content"] }, needs: PATH },
  { name: "edit", kind: "edit", params: { path: PATH }, needs: PATH },
  { name: "multiedit", kind: "edit", params: { path: PATH, edits: ["edits"] }, needs: PATH },
  { name: "patch", kind: "edit", params: { content: ["patchText"] }, needs: ["patchText"] },
  { name: "apply_patch", kind: "edit", params: { content: ["patchText"] }, needs: ["patchText"] },
  { name: "glob", kind: "search", params: { path: ["path"], pattern: ["pattern"] }, needs: ["pattern"] },
  { name: "grep", kind: "search", params: { path: ["path"], pattern: ["pattern"] }, needs: ["pattern"] },
  { name: "list", kind: "search", params: { path: ["path"] } },
  { name: "webfetch", kind: "fetch", params: { url: ["url"] }, needs: ["url"] },
  { name: "websearch", kind: "fetch", params: { query: ["query"] }, needs: ["query"] },
  { name: "codesearch", kind: "fetch", params: { query: ["query"] }, needs: ["query"] },
  { name: "task", kind: "agent", params: { prompt: ["prompt"] } },
  { name: "lsp", kind: "read", params: { path: ["filePath"] } },
  // The calls inside have no hook of their own: facts are those of all of them.
  { name: "batch", kind: "other" },
  { name: "plan_enter", kind: "other" },
  { name: "plan_exit", kind: "other" },
  { name: "todowrite", kind: "other" },
  { name: "todoread", kind: "other" },
  { name: "skill", kind: "other" },
  { name: "question", kind: "other" },
  // A call of a tool that is not there, or with arguments that do not fit.
  { name: "invalid", kind: "other" },
];
