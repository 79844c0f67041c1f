import type { DocumentedTool, EventKind } from "@gatehouse-hooks/engine";

/** A row of an agent's events; which agent's it is, the list of hosts adds. */
export type HostEvent = Omit<EventKind, "known" | "host">;

/** What a tool does, whatever an agent calls it (engine SPEC, "Canonical events"). */
export type ToolKind =
  "shell" | "read" | "write" | "edit" | "delete" | "search" | "fetch" | "mcp" | "agent" | "other";

/** The arguments of tools under the names that policies for all agents use. */
export type CanonicalParameter =
  | "command"
  | "path"
  | "paths"
  | "content"
  | "edits"
  | "pattern"
  | "url"
  | "urls"
  | "query"
  | "prompt"
  | "server"
  | "tool";

/** A tool of an agent. */
export interface HostTool extends DocumentedTool {
  readonly kind: ToolKind;
  /** Which of the agent's own fields, the first that is there, becomes which canonical parameter. */
  readonly params?: Readonly<Partial<Record<CanonicalParameter, readonly string[]>>>;
}
