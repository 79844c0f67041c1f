import type { JsonValue } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { Condition, PolicySource, Tier } from "../policy.js";

/** What a cell keeps. `lost`: its declaration cannot be used, so nothing is ever known of it. */
export type CellKind = "flag" | "count" | "set" | "last" | "origins" | "lost";

/** Whose events a cell remembers: those of a session, of an agent in it, of a project, or all of the user's. */
export type CellScope = "session" | "agent" | "project" | "user";

/** On which events something is done to a cell. */
export interface CellUpdate {
  readonly events: readonly string[];
  /** The tools, as a condition over the event. */
  readonly matcher?: Condition;
  readonly condition?: Condition;
  /** Of a count: the path of the number that is added. Of a set: the path of what is added, in each item where there are some. */
  readonly add?: readonly string[];
  /** Of a set and of a source: the path of a list, or of an object whose objects are its items, each with its name as `key`. */
  readonly each?: readonly string[];
  /** Of a set and of a source: a condition over the event with the item, which is called `it`. */
  readonly where?: Condition;
  /** Of what was last: the path of a value that is kept. */
  readonly value?: readonly string[];
  /** Of origins: what the source is called. */
  readonly source?: string;
  /** Of a source: the path of what it says, where that is not in items of `each`. */
  readonly text?: readonly string[];
  /** Of a source: what it says in any case. */
  readonly values?: readonly string[];
  /** Of a source: the paths in what it says that count; `*` stands for every member. Without it, all of it. */
  readonly fields?: readonly (readonly string[])[];
  /** Of a source: it counts only where a part of one of these fields is from one of these sources. */
  readonly if?: { readonly fields: readonly (readonly string[])[]; readonly from: readonly string[] };
}

/** One declared cell of a session's memory. Plain JSON. */
export interface MemoryCell {
  readonly name: string;
  readonly tier: Tier;
  readonly kind: CellKind;
  readonly scope: CellScope;
  /** Any of these sets it. */
  readonly on: readonly CellUpdate[];
  /** Any of these empties it. */
  readonly until: readonly CellUpdate[];
  /** Of a count: where it stops. */
  readonly upTo: number;
  /** Of a count: only the events of so many milliseconds count. */
  readonly within?: number;
  /** Of a count: the paths whose values are counted each by itself. */
  readonly by?: readonly (readonly string[])[];
  /** How many of these values are remembered. */
  readonly keys: number;
  /** Of a set: how many strings are remembered. Of origins: how many marks. */
  readonly keep: number;
  /** Of a set and of origins, where they have to forget: they are not known any more, or the oldest is simply gone. */
  readonly full: "unknown" | "forget";
  readonly source?: PolicySource;
  /** A hash of all of it but its place: a state knows by it that a cell was declared anew. */
  readonly shape: string;
}

/** A cell as formats write it: what has a default may be left out. */
export type CellDefinition = Pick<MemoryCell, "name" | "kind"> & Partial<Omit<MemoryCell, "name" | "kind">>;

/** The event that a cell has its value from. */
export interface CellCause {
  /** Its number in the session, from 0. */
  readonly n: number;
  /** Milliseconds, by the driver's clock. */
  readonly at: number;
  /** The tool, or the event where it is about no tool. */
  readonly tool: string;
}

/** A cell that a policy has read, for the trace. */
export interface ShownCell {
  readonly cell: string;
  /** What is shown of its value; of a set its size. Absent: it is not known. */
  readonly value?: JsonValue;
  readonly since?: CellCause;
}

/** What is remembered when an event comes, as policies read it: made by `remember` of `@gatehouse-hooks/engine/memory`. */
export interface Remembered {
  /** The time by which it is read, in milliseconds: that of the event, or of the one before where the clock has gone back. */
  readonly now: number;
  /** The sealed value of a cell for an event, `undefined` where it has none yet; `null` where it is not known. */
  read(cell: string, event: Event): { readonly value: JsonValue | undefined } | null;
  shown(cell: string, event: Event): ShownCell;
  /**
   * The values of an event's input and the sources that have them, as policies of a tier see them; `null` where they are not known.
   *
   * @param derived the event with its facts, where they can be derived
   */
  flows(event: Event, tier: Tier, derived: Event | null): JsonValue | null;
}
