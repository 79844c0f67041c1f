import type { EventKind } from "./event-kind.js";

/** A tool by the name that events carry. */
export interface DocumentedTool {
  readonly name: string;
  /** The names of its input's fields; absent where they are not documented. Agents that share a name share the row. */
  readonly fields?: readonly string[];
  /** Of these fields a call has at least one; absent: not known. */
  readonly needs?: readonly string[];
}

/** Another name for an event, too far from it for a typing error. */
export interface EventSpelling {
  readonly name: string;
  /** Who calls it that, for messages. */
  readonly host: string;
  /** The event that is meant. */
  readonly event: string;
}

/** A field and whose spelling it is, for messages: `["tool_args", "Mimir's"]`. */
export type FieldSpelling = readonly [field: string, whose: string];

/**
 * The names that events and policies use: plain data, given by whoever knows the agents. A set of policies knows one
 * vocabulary; `CANONICAL` is the one that no agent owns.
 */
export interface Vocabulary {
  /** A name appears once. */
  readonly events: readonly EventKind[];
  readonly tools: readonly DocumentedTool[];
  readonly eventSpellings: readonly EventSpelling[];
  /** Fields that carry the same thing under several names, a list for each thing. */
  readonly fieldSpellings: readonly (readonly FieldSpelling[])[];
  /** The fields that name the session of an event, the most specific first. */
  readonly sessionKeys: readonly string[];
}
