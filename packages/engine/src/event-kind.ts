/** What an event can carry back to the agent. One row per event of every source format: `event-kinds.table.ts`. */
export interface EventKind {
  readonly name: string;
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
  /** False for an event that no source format documents. */
  readonly known: boolean;
}
