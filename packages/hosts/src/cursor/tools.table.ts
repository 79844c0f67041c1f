import type { HostTool } from "../host-tables.js";

const PATH = ["path", "file_path", "target_file"];

/** Cursor's tools, by the names in its hooks. */
export const TOOLS: readonly HostTool[] = [
  { name: "Shell", kind: "shell", params: { command: ["command"] }, needs: ["command"] },
  { name: "Read", kind: "read", params: { path: PATH }, needs: PATH },
  { name: "Write", kind: "write", params: { path: PATH, content: ["contents", "content"] }, needs: PATH },
  { name: "Delete", kind: "delete", params: { path: PATH }, needs: PATH },
  { name: "Grep", kind: "search", params: { path: PATH, pattern: ["pattern"] } },
  { name: "List", kind: "search", params: { path: PATH } },
  { name: "StrReplace", kind: "edit", params: { path: PATH } },
  { name: "EditNotebook", kind: "edit", params: { path: ["target_notebook", ...PATH] } },
  {
    name: "Glob",
    kind: "search",
    params: { path: ["target_directory", "path"], pattern: ["glob_pattern", "pattern"] },
  },
  { name: "SemanticSearch", kind: "search" },
  { name: "ReadLints", kind: "read", params: { paths: ["paths"] } },
  { name: "WebFetch", kind: "fetch", params: { url: ["url"] } },
  { name: "WebSearch", kind: "fetch", params: { query: ["search_term", "query"] } },
  { name: "TodoWrite", kind: "other" },
  { name: "Task", kind: "agent", params: { prompt: ["prompt"] } },
];
