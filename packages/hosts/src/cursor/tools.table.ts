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
  { name: "Task", kind: "agent", params: { prompt: ["prompt"] } },
];
