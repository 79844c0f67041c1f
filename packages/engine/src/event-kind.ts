/** The type that a field of an event must have; with `?` it may be absent. */
export type FieldType = "string" | "object" | "list" | "string?" | "object?" | "list?";

/** What an event can carry, and what it must: a row of a `Vocabulary`, or of an embedder's own kinds. */
export interface EventKind {
  readonly name: string;
  /** Whose event it is, for messages; absent for the canonical ones. */
  readonly host?: string;
  /** The event gates an action: a deny stops it, and a failure means deny unless the policy says otherwise. */
  readonly gates: boolean;
  /**
   * What a rewrite may change: an object inside the event (`{ path: "params" }`), named top-level keys, or nothing.
   */
  readonly input: { readonly path: string } | { readonly keys: readonly string[] } | null;
  /** Context strings reach the model. */
  readonly context: boolean;
  /** A deny stops something although a failure alone does not mean a deny. Absent: as `gates`. */
  readonly stops?: true;
  /** False for an event in no table. */
  readonly known: boolean;
  /** For an event about a tool call: the field with the tool's name, and the one with its arguments. */
  readonly tool?: { readonly name: string; readonly input: string };
  /** The fields that policies rely on, and their types; an event without them is malformed (SPEC, "Events"). */
  readonly fields?: Readonly<Record<string, FieldType>>;
  /** Every field that it may have, beside those of every event (`EVERY_EVENT`); absent: not known. */
  readonly carries?: readonly string[];
  /** A session begins or ends with it: what was decided for it before is over. */
  readonly session?: "start" | "end";
  /** The canonical event that an agent's own event is (SPEC, "Canonical events"). */
  readonly canonical?: string;
}
