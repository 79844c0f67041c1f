import type { DocumentedTool, EventKind } from "@gatehouse-hooks/engine";

/** A row of an agent's events; which agent's it is, the list of hosts adds. */
export interface HostEvent extends Omit<EventKind, "known" | "host"> {
  /** Which of the canonical events it is; absent: any that the agent sends. */
  readonly part?: EventPart;
  /** The canonical parameters that fields of the event are, where a call is not in `tool`. */
  readonly words?: Readonly<Record<string, CanonicalParameter>>;
  /** Events that it is a twin of, beside its canonical one: for an agent whose files are in force for all agents. */
  readonly twinOf?: readonly string[];
  /** Where the payload has the result of the call: what a policy sees as `result`. */
  readonly result?: string;
  /** Where the payload says that the call failed, and why. */
  readonly failure?: readonly string[];
}

/** Some of the events of one canonical name: those for which an agent has a name of its own. */
export interface EventPart {
  /** Calls of tools of these kinds. */
  readonly kinds?: readonly ToolKind[];
  /** Calls that have failed, or that have not. */
  readonly failed?: boolean;
  /** Only the agent's own event of this name. */
  readonly own?: true;
}

/** What a tool does, whatever an agent calls it (engine SPEC, "Canonical events"). */
export type ToolKind =
  | "shell"
  | "read"
  | "write"
  | "edit"
  | "delete"
  | "search"
  | "fetch"
  | "mcp"
  | "agent"
  | "other";

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

/** The tables of one host; every `Host` has them. */
export interface HostTables {
  /** For messages. */
  readonly title: string;
  readonly events: readonly HostEvent[];
  readonly tools: readonly HostTool[];
  readonly sessionKeys: readonly string[];
  /**
   * Policies and decided events have the canonical names, and this host's own are in its payloads: its names for canonical events
   * are not of the vocabulary, nor are its tools' names where another host has the name or one that is only spelled differently.
   * An event that was not prepared is then refused as misspelt, and does not pass as one that no policy is about.
   */
  readonly namesInPayloadsOnly?: true;
}
