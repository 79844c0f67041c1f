import type { ToolRow } from "./tool-row.js";

const ROWS: Readonly<Record<string, ToolRow>> = {
  shell: { tool: "*", shell: "command" },
  read: { tool: "*", reads: ["path", "paths"] },
  write: { tool: "*", writes: "path" },
  edit: { tool: "*", edits: ["path", "paths"] },
  delete: { tool: "*", deletes: "path" },
  search: { tool: "*", searches: "path", names: ["glob", "include"] },
  fetch: { tool: "*", url: ["url", "urls"] },
  agent: { tool: "*" },
};

/** A tool that no table has, by the canonical kind that its host's table says, with the canonical names of its parameters. */
export function kindRow(kind: string | null): readonly ToolRow[] {
  const row = kind !== null && Object.hasOwn(ROWS, kind) ? ROWS[kind] : undefined;
  return row === undefined ? [] : [row];
}
