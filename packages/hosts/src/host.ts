import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { CommandWords } from "./command-words.js";
import type { HostFiles } from "./host-files.js";
import type { HostEvent, HostTool } from "./host-tables.js";
import type { Prepared } from "./prepare/prepare-payload.js";
import type { HostWire } from "./wire/host-wire.js";
import type { SpeakOptions } from "./wire/spoken.js";

/** Events of a host that the events of other agents are, too. Pure. */
export interface HostTwins {
  /** Of each of its events that can be a twin: the names of the events whose twin it is. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /**
   * The twins of one event, in the order in which they are decided.
   *
   * @param project the root of the project that the event is of, where it is known
   */
  readonly make: (event: Event, project?: string) => readonly unknown[];
  /**
   * Which of them an agent's event is, too, where the agent has a tool for them.
   *
   * @param name as policies see it: the canonical one where it is that
   * @param tools of the agent; none: they are not known
   */
  readonly sent?: (name: string, tools: readonly HostTool[]) => readonly string[];
}

/**
 * Everything particular to one agent. Hosts are data and pure functions in a list (`HOSTS`), and the list is an argument:
 * nothing asks for a host by its name.
 */
export interface Host {
  /** Stable: the name of its folder, and of the format of its files. */
  readonly name: string;
  /** As people call it, for messages: `Claude Code`. */
  readonly title: string;
  readonly events: readonly HostEvent[];
  readonly tools: readonly HostTool[];
  /** The fields that name the session of its events. */
  readonly sessionKeys: readonly string[];
  /** As in `HostTables`. */
  readonly namesInPayloadsOnly?: true;
  /** The agent reads the hook files of other agents: its names are not among those that policies may use. */
  readonly readsHooksOfOthers?: true;
  /** Its hook files; absent where it has none that are read. */
  readonly files?: HostFiles;
  /** How its hook commands are told of an event, and how what they say is read, by the name in `handler.contract`. */
  readonly commands?: Readonly<Record<string, CommandWords>>;
  /**
   * What its own policies look at and its payload has only in part; the event otherwise as it is. Not for events of others.
   */
  readonly complete?: (event: Event) => Event;
  /** Its own events that are the same happening as an event of any agent (SPEC of the runtime, "Twins"). */
  readonly twins?: HostTwins;
  /** Its payload, of any shape, as a canonical event. */
  readonly prepare: (payload: unknown) => Prepared;
  /** A decision as the answer that it takes; the event is the one that was decided. */
  readonly speak: (decision: Decision, event: Event, options?: SpeakOptions) => unknown;
  /** How the processes that it starts for its events answer it; absent where we are not started by it. */
  readonly wire?: HostWire;
}
