import { ownRecord } from "@gatehouse-hooks/json";
import type {
  EventKind,
  EventKinds,
  EventSpelling,
  FieldSpelling,
  ToolFields,
  Vocabulary,
} from "@gatehouse-hooks/engine";
import { CANONICAL_KINDS, eventKinds, FieldNames, unknownKind } from "@gatehouse-hooks/engine/parts";
import { bucketOf, type StoredKindsPlace } from "./store-format.js";
import type { StoreSections } from "./store-sections.js";

/** A vocabulary has some hundred names, and a decision asks for two. */
const BUCKETS = 32;

/** What a decision asks of a name. */
interface StoredName {
  readonly kind?: EventKind;
  readonly fields?: readonly string[];
  readonly tool?: { readonly fields: readonly string[]; readonly needs: readonly string[] };
  readonly spelling?: EventSpelling;
}
type Bucket = readonly (readonly [name: string, StoredName])[];

/** All of it, beside the names. */
interface Whole {
  readonly vocabulary: Vocabulary;
  readonly own: readonly EventKind[];
}

/** @param add writes a section @returns where they are */
export function storedKinds(kinds: EventKinds, add: (value: unknown) => number): StoredKindsPlace {
  const { vocabulary, own } = kinds;
  const names = new Set([
    ...kinds.names,
    ...vocabulary.tools.map(({ name }) => name),
    ...vocabulary.eventSpellings.map(({ name }) => name),
  ]);
  const documented = new Set(kinds.names);
  const buckets = Array.from({ length: BUCKETS }, (): (readonly [string, StoredName])[] => []);
  for (const name of names) {
    const fields = kinds.fieldsOf(name);
    const tool = kinds.tool(name);
    const spelling = kinds.spelling(name);
    const stored: StoredName = {
      ...(documented.has(name) ? { kind: kinds.of(name) } : {}),
      ...(fields === null ? {} : { fields: [...fields] }),
      ...(tool === undefined ? {} : { tool: { fields: [...tool.fields], needs: tool.needs } }),
      ...(spelling === undefined ? {} : { spelling }),
    };
    buckets[bucketOf(name, BUCKETS)]?.push([name, stored]);
  }
  return {
    sessionKeys: kinds.sessionKeys,
    // The largest part comes last: what a decision reads is near the beginning.
    buckets: buckets.map((bucket) => add(bucket)),
    all: add({ vocabulary, own } satisfies Whole),
  };
}

/** The kinds of a store: what is asked of one name is read for that name. */
export class StoredKinds implements EventKinds {
  readonly #place: StoredKindsPlace;
  readonly #sections: StoreSections;
  readonly #buckets = new Map<number, ReadonlyMap<string, StoredName>>();
  readonly #fields = new Map<string, FieldNames | null>();
  readonly #tools = new Map<string, ToolFields | undefined>();
  #all: EventKinds | undefined;

  constructor(place: StoredKindsPlace, sections: StoreSections) {
    this.#place = place;
    this.#sections = sections;
  }

  get vocabulary(): Vocabulary {
    return this.#whole().vocabulary;
  }

  get names(): readonly string[] {
    return this.#whole().names;
  }

  get own(): readonly EventKind[] {
    return this.#whole().own;
  }

  get fieldSpellings(): readonly (readonly FieldSpelling[])[] {
    return this.#whole().fieldSpellings;
  }

  get sessionKeys(): readonly string[] {
    return this.#place.sessionKeys;
  }

  readonly of = (name: string): EventKind => this.#stored(name)?.kind ?? unknownKind(name);

  readonly fieldsOf = (name: string): FieldNames | null =>
    remembered(this.#fields, name, () => {
      const fields = this.#stored(name)?.fields;
      return fields === undefined ? null : new FieldNames(fields);
    });

  readonly tool = (name: string): ToolFields | undefined =>
    remembered(this.#tools, name, () => {
      const tool = this.#stored(name)?.tool;
      return tool === undefined ? undefined : { fields: new FieldNames(tool.fields), needs: tool.needs };
    });

  readonly spelling = (name: string): EventSpelling | undefined => this.#stored(name)?.spelling;

  #stored(name: string): StoredName | undefined {
    const number = bucketOf(name, this.#place.buckets.length);
    const known = this.#buckets.get(number);
    if (known !== undefined) return known.get(name);
    const read = this.#sections.guarded(() => {
      const bucket = JSON.parse(this.#sections.text(this.#place.buckets[number] ?? -1)) as Bucket;
      return new Map(bucket.map(([one, stored]) => [one, ownRecord<StoredName>(stored)]));
    }, new Map<string, StoredName>());
    this.#buckets.set(number, read);
    return read.get(name);
  }

  #whole(): EventKinds {
    return (this.#all ??= this.#sections.guarded(() => {
      const { vocabulary, own } = JSON.parse(this.#sections.text(this.#place.all)) as Whole;
      return eventKinds(vocabulary, own);
    }, CANONICAL_KINDS));
  }
}

/** Names that are not there are not kept: there is no end of them. */
function remembered<T>(known: Map<string, T>, name: string, read: () => T): T {
  const before = known.get(name);
  if (before !== undefined) return before;
  const made = read();
  if (made !== null && made !== undefined) known.set(name, made);
  return made;
}
