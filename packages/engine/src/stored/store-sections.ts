import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import type { SectionLine, SectionPlace, StoredRow } from "./store-format.js";

/** Where a store's text comes from. */
export interface StoreSource {
  /** The characters from an offset: as many as asked for, fewer at the end. What it throws counts as damage. */
  readonly read: (offset: number, length: number) => string;
}

/** A row of a section, and where its texts are. */
export interface PlacedRow {
  readonly row: StoredRow;
  /** Where its tests begin in the section's text. */
  readonly at: number;
}

/** A section of policies. */
export interface PolicySection {
  readonly text: string;
  readonly paths: readonly AtomPath[];
  readonly rows: readonly PlacedRow[];
}

const EMPTY: PolicySection = Object.freeze({ text: "", paths: [], rows: [] });

/**
 * The sections of a store, each read and checked once.
 *
 * INVARIANT: what has been found damaged stays damaged, and nothing is given out of it.
 */
export class StoreSections {
  readonly #source: StoreSource;
  readonly #start: number;
  readonly #places: readonly SectionPlace[];
  readonly #hash: (text: string) => string;
  readonly #known = new Map<number, PolicySection>();
  #damage: string | null = null;

  /** @param start where the first section begins */
  constructor(
    source: StoreSource,
    start: number,
    places: readonly SectionPlace[],
    hash: (text: string) => string,
  ) {
    this.#source = source;
    this.#start = start;
    this.#places = places;
    this.#hash = hash;
  }

  /** Why nothing of the store counts any more, or null. */
  get damage(): string | null {
    return this.#damage;
  }

  /** Runs what reads the store: what it throws is damage. */
  guarded<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch {
      this.#damage ??= "it cannot be read";
      return otherwise;
    }
  }

  /** The text of a section, or "" when the store is damaged. */
  text(section: number): string {
    return this.guarded(() => {
      const [offset, length, hash] = this.#places[section] ?? [0, 0, ""];
      const text = this.#source.read(this.#start + offset, length);
      if (text.length === length && this.#hash(text) === hash) return text;
      this.#damage ??= "a part of it was changed or is missing";
      return "";
    }, "");
  }

  /** A section of policies; an empty one for -1, and when the store is damaged. */
  policies(section: number): PolicySection {
    if (section === -1) return EMPTY;
    const known = this.#known.get(section);
    if (known !== undefined) return known;
    const made = this.guarded(() => policySection(this.text(section)), EMPTY);
    this.#known.set(section, made);
    return made;
  }
}

function policySection(text: string): PolicySection {
  const end = text.indexOf("\n");
  const [paths, rows] = JSON.parse(text.slice(0, end)) as SectionLine;
  let at = end + 1;
  const placed = rows.map((row): PlacedRow => {
    const start = at;
    at += row[2] + row[3] + row[4];
    return { row, at: start };
  });
  if (at !== text.length) throw new RangeError("rows and texts differ in length");
  return { text, paths, rows: placed };
}
