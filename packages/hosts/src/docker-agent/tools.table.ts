import type { HostTables, HostTool } from "../host-tables.js";
import { EVENTS } from "./events.table.js";

const PATHS = ["path", "file_path", "filePath"];

/** docker-agent's tools (documents 002 and 004, "Hook Input"). */
export const TOOLS: readonly HostTool[] = [
  {
    name: "shell",
    kind: "shell",
    params: { command: ["cmd"] },
    needs: ["cmd"],
    fields: ["cmd", "cwd", "timeout"],
  },
  {
    name: "run_background_job",
    kind: "shell",
    params: { command: ["cmd"] },
    needs: ["cmd"],
    fields: ["cmd", "cwd"],
  },
  {
    name: "read_file",
    kind: "read",
    params: { path: [...PATHS, "absolute_path"] },
    needs: [...PATHS, "absolute_path"],
    fields: [...PATHS, "offset", "limit", "absolute_path"],
  },
  { name: "read_multiple_files", kind: "read", params: { paths: ["paths"] }, fields: ["paths", "json"] },
  {
    name: "write_file",
    kind: "write",
    params: { path: [...PATHS, "absolute_path"], content: ["content"] },
    needs: [...PATHS, "absolute_path"],
    fields: [...PATHS, "content"],
  },
  {
    name: "edit_file",
    kind: "edit",
    params: { path: [...PATHS, "absolute_path"], edits: ["edits"] },
    needs: [...PATHS, "absolute_path"],
    fields: [...PATHS, "edits"],
  },
  { name: "list_directory", kind: "search", params: { path: ["path"] }, fields: ["path"] },
  { name: "directory_tree", kind: "search", params: { path: ["path"] }, fields: ["path", "max_depth"] },
  {
    name: "create_directory",
    kind: "write",
    params: { path: ["path"], paths: ["paths"] },
    fields: ["path", "paths"],
  },
  {
    name: "remove_directory",
    kind: "delete",
    params: { path: ["path"], paths: ["paths"] },
    fields: ["path", "paths"],
  },
  { name: "search_files_content", kind: "search", params: { path: ["path"], pattern: ["query"] } },
  {
    name: "fetch",
    kind: "fetch",
    params: { url: ["url"], urls: ["urls"] },
    needs: ["url", "urls"],
    fields: ["url", "urls", "timeout", "format", "method", "headers", "body"],
  },
  { name: "think", kind: "other", fields: ["thought"] },
  {
    name: "transfer_task",
    kind: "agent",
    params: { prompt: ["task"] },
    needs: ["task"],
    fields: ["agent", "task", "expected_output"],
  },
  { name: "handoff", kind: "agent", fields: ["agent"] },
];

/** The names of docker-agent. */
export const dockerAgentTables: HostTables = {
  title: "docker-agent",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["session_id"],
};
