import type { JsonObject } from "@gatehouse-hooks/json";

/** An event that an agent's settings name. */
export interface WiredEvent {
  readonly name: string;
  /** The event has a tool, and its entries a matcher. */
  readonly tool?: true;
  /** Where nothing can be run, the agent is told to block: the event is before an action. Elsewhere a block would be a loop. */
  readonly blocks?: true;
}

/** Where an agent keeps its settings and how they name hooks. Sources: the agents' own documents and measured runs. */
export interface AgentWiring {
  /** The names of its program on `PATH`. */
  readonly programs: readonly string[];
  /** The folder in the home directory that tells that the agent is used, and the variable that moves it. */
  readonly folder: string;
  readonly folderVariable?: string;
  /**
   * `groups`: `hooks.<Event>[] = { matcher, hooks: [command] }`. `flat`: `hooks.<event>[] = command`. `plugin`: a file of code. `manual`:
   * there is no file for all projects.
   */
  readonly shape: "groups" | "flat" | "plugin" | "manual";
  /** Below `folder`. */
  readonly userFile: string;
  /** Below the project. */
  readonly projectFile: string;
  /** The file holds nothing but our hooks. */
  readonly ownFile?: true;
  /** The field of an entry that holds the command line. */
  readonly commandKey: "command" | "bash";
  readonly timeoutKey: "timeout" | "timeoutSec";
  readonly timeoutUnit: "s" | "ms";
  /** Matches every tool; absent: the entries of tools have no matcher. */
  readonly matcher?: string;
  /** What an entry says besides. */
  readonly entryFields?: Readonly<Record<string, string>>;
  /** What the entries of events that block say besides: the agent then blocks, too, where the hook's time is over. */
  readonly blockFields?: Readonly<Record<string, string>>;
  /** The version that first knows `blockFields`. */
  readonly blockFieldsSince?: string;
  /** Hooks that are asked over HTTP. Absent: the agent has none. */
  readonly http?: {
    /** Why they would leave the agent unguarded: what `init --http` answers. */
    readonly open: string;
    /** The deny of an event that is not known, with `DENY_REASON`. */
    readonly deny: JsonObject;
  };
  /** What a person should know of a hook of tools that blocks, where the hooks are put in by hand. */
  readonly notes?: readonly string[];
  /** Top-level fields that the agent expects. */
  readonly top?: Readonly<Record<string, number>>;
  /** Comments and trailing commas are read. */
  readonly comments: boolean;
  readonly events: readonly WiredEvent[];
  /** The version whose answers were measured. */
  readonly measured?: string;
}
