import { ownRecord } from "@gatehouse-hooks/json";
import { CANONICAL, EVERY_EVENT } from "./canonical.table.js";
import { FieldNames } from "./door/field-names.js";
import type { EventKind } from "./event-kind.js";
import type { EventSpelling, FieldSpelling, Vocabulary } from "./vocabulary.js";

/** What is known of a documented tool's arguments. */
export interface ToolFields {
  readonly fields: FieldNames;
  readonly needs: readonly string[];
}

/** What a policy set knows of names: those of a vocabulary, and the embedder's own kinds of events. */
export interface EventKinds {
  /**
   * The row of an event's name. An event in no table gates (fail closed) and may carry everything.
   */
  readonly of: (name: string) => EventKind;
  /** The tables as they were given, without the embedder's own kinds. */
  readonly vocabulary: Vocabulary;
  /** Every name in the tables. */
  readonly names: readonly string[];
  /** The embedder's own rows. */
  readonly own: readonly EventKind[];
  /** Every field that an event may carry, or `null` where that is not known. */
  readonly fieldsOf: (name: string) => FieldNames | null;
  /** A documented tool. */
  readonly tool: (name: string) => ToolFields | undefined;
  /** Whose name for which event it is, where it is another name for one. */
  readonly spelling: (name: string) => EventSpelling | undefined;
  readonly fieldSpellings: readonly (readonly FieldSpelling[])[];
  readonly sessionKeys: readonly string[];
}

/** The longest event name, in UTF-16 code units. */
const MAX_NAME = 200;
/** The most kinds of an embedder's own. */
const MAX_OWN = 1_000;

/**
 * The tables of a vocabulary with an embedder's own kinds beside them.
 *
 * @throws TypeError when a name is not a string of 1 to 200 characters, is given twice, or is that of a documented event:
 *   whether `before_tool_call` gates is not for an embedder to say
 */
export function eventKinds(vocabulary: Vocabulary = CANONICAL, own: readonly EventKind[] = []): EventKinds {
  if (own.length > MAX_OWN) throw new TypeError(`expected at most ${MAX_OWN} kinds, got ${own.length}`);
  const rows = new Map(vocabulary.events.map((kind) => [kind.name, kind]));
  const registered = own.map((given): EventKind => Object.freeze(ownRecord({ ...given, known: true })));
  for (const kind of registered) {
    const { name } = kind;
    if (typeof name !== "string" || name === "" || name.length > MAX_NAME) {
      throw new TypeError(`expected \`kinds\` to have names of 1 to ${MAX_NAME} characters`);
    }
    if (rows.has(name)) throw new TypeError(`the event kind \`${name}\` is registered already`);
    rows.set(name, kind);
  }
  const carried = new Map<string, FieldNames>();
  for (const { name, carries } of rows.values()) {
    if (carries !== undefined) carried.set(name, new FieldNames([...EVERY_EVENT, ...carries]));
  }
  const tools = new Map(
    vocabulary.tools.map(({ name, fields, needs = [] }) => [name, { fields: new FieldNames(fields), needs }]),
  );
  const spellings = new Map(vocabulary.eventSpellings.map((spelling) => [spelling.name, spelling]));
  return {
    vocabulary,
    of: (name) => rows.get(name) ?? unknownKind(name),
    names: [...rows.keys()],
    own: registered,
    fieldsOf: (name) => carried.get(name) ?? null,
    tool: (name) => tools.get(name),
    spelling: (name) => spellings.get(name),
    fieldSpellings: vocabulary.fieldSpellings,
    sessionKeys: vocabulary.sessionKeys,
  };
}

/** The row of a name in no table. */
export function unknownKind(name: string): EventKind {
  return ownRecord<EventKind>({
    name,
    gates: true,
    input: { path: "params" },
    context: true,
    known: false,
  });
}

/** The canonical kinds alone. */
export const CANONICAL_KINDS: EventKinds = eventKinds();
