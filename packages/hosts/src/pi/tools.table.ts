import type { HostTool } from "../host-tables.js";

/** Pi's tools. */
export const TOOLS: readonly HostTool[] = [
  { name: "bash", kind: "shell", params: { command: ["command"] } },
  { name: "read", kind: "read", params: { path: ["path"] } },
  { name: "write", kind: "write", params: { path: ["path"], content: ["content"] } },
  { name: "edit", kind: "edit", params: { path: ["path"], edits: ["edits"] } },
  { name: "grep", kind: "search", params: { path: ["path"], pattern: ["pattern"] } },
  { name: "find", kind: "search", params: { path: ["path"], pattern: ["pattern"] } },
  { name: "ls", kind: "search", params: { path: ["path"] } },
];
