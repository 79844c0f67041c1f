import { ownRecord } from "@gatehouse-hooks/json";
import type { EventKind } from "./event-kind.js";
import { EVENT_KINDS } from "./event-kinds.table.js";

/** The kinds of events that a policy set knows: those of the source formats, and the embedder's own. */
export interface EventKinds {
  /**
   * The row of an event's name. An event in no table gates (fail closed) and may carry everything.
   */
  readonly of: (name: string) => EventKind;
  /** Every name in the tables. */
  readonly names: readonly string[];
  /** The embedder's own rows. */
  readonly own: readonly EventKind[];
}

/** The longest event name, in UTF-16 code units. */
const MAX_NAME = 200;
/** The most kinds of an embedder's own. */
const MAX_OWN = 1_000;

/**
 * The table of the source formats, extended by an embedder's kinds.
 *
 * @throws TypeError when a name is invalid, is given twice, or is that of a documented event: whether `before_tool_call` gates is
 *   not for an embedder to say
 */
export function eventKinds(own: readonly EventKind[] = []): EventKinds {
  if (own.length > MAX_OWN) throw new TypeError(`expected at most ${MAX_OWN} kinds, got ${own.length}`);
  const rows = new Map(EVENT_KINDS.map((kind) => [kind.name, kind]));
  const registered = own.map((given): EventKind => Object.freeze(ownRecord({ ...given, known: true })));
  for (const kind of registered) {
    const { name } = kind;
    if (typeof name !== "string" || name === "" || name.length > MAX_NAME) {
      throw new TypeError(`expected \`kinds\` to have names of 1 to ${MAX_NAME} characters`);
    }
    if (rows.has(name)) throw new TypeError(`the event kind \`${name}\` is registered already`);
    rows.set(name, kind);
  }
  return {
    of: (name) => rows.get(name) ?? unknownKind(name),
    names: [...rows.keys()],
    own: registered,
  };
}

function unknownKind(name: string): EventKind {
  return ownRecord<EventKind>({
    name,
    gates: true,
    input: { path: "params" },
    context: true,
    known: false,
  });
}

/** The kinds of the source formats alone. */
export const DOCUMENTED_KINDS: EventKinds = eventKinds();
