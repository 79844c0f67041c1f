import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { type PatternEngine, storedRe2 } from "@gatehouse-hooks/condition/re2";
import type { SectionLine, SectionPlace, StoredRow } from "./store-format.js";

/** Where a store's text comes from. */
export interface StoreSource {
  /** The characters from an offset: as many as asked for, fewer at the end. What it throws counts as damage. */
  readonly read: (offset: number, length: number) => string;
}

/** A row of a section, and where its texts are. */
export interface PlacedRow {
  readonly row: StoredRow;
  readonly page: PlacedPage;
  /** Where its tests begin in the page. */
  readonly at: number;
}

/** A page, and where it begins behind all sections. */
interface PlacedPage {
  readonly at: number;
  readonly length: number;
  readonly hash: string;
}

/** A section of policies. */
export interface PolicySection {
  readonly paths: readonly AtomPath[];
  readonly rows: readonly PlacedRow[];
}

const EMPTY: PolicySection = Object.freeze({ paths: [], rows: [] });

/**
 * The sections of a store, each read and checked once.
 *
 * INVARIANT: what has been found damaged stays damaged, and nothing is given out of it.
 */
export class StoreSections {
  readonly #source: StoreSource;
  readonly #start: number;
  readonly #behind: number;
  readonly #places: readonly SectionPlace[];
  readonly #hash: (text: string) => string;
  readonly #known = new Map<number, PolicySection>();
  readonly #pages = new Map<PlacedPage, string>();
  #damage: string | null = null;

  /** What reads the patterns of its conditions. */
  readonly patterns: PatternEngine = storedRe2(() => {
    this.refuse();
  });

  /** @param start where the first section begins */
  constructor(
    source: StoreSource,
    start: number,
    places: readonly SectionPlace[],
    hash: (text: string) => string,
  ) {
    this.#source = source;
    this.#start = start;
    const [offset, length] = places.at(-1) ?? [0, 0];
    this.#behind = start + offset + length;
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

  /** From now on nothing of the store counts: this program cannot read a condition that was written. */
  refuse(): void {
    this.#damage ??= "a condition of it is refused";
  }

  /** The text of a section, or "" when the store is damaged. */
  text(section: number): string {
    const [offset, length, hash] = this.#places[section] ?? [0, 0, ""];
    return this.#checked(this.#start + offset, length, hash);
  }

  /** The texts of a row, or "" when the store is damaged. */
  body({ row, page, at }: PlacedRow): string {
    let text = this.#pages.get(page);
    if (text === undefined) {
      text = this.#checked(this.#behind + page.at, page.length, page.hash);
      this.#pages.set(page, text);
    }
    return text.slice(at, at + lengthOf(row));
  }

  #checked(offset: number, length: number, hash: string): string {
    return this.guarded(() => {
      const text = this.#source.read(offset, length);
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
  const [paths, rows, first, pages] = JSON.parse(text) as SectionLine;
  const placed: PlacedRow[] = [];
  let at = first;
  for (const [count, hash] of pages) {
    const own = rows.slice(placed.length, placed.length + count);
    const page = { at, length: own.reduce((sum, row) => sum + lengthOf(row), 0), hash };
    let within = 0;
    for (const row of own) {
      placed.push({ row, page, at: within });
      within += lengthOf(row);
    }
    at += page.length;
  }
  if (placed.length !== rows.length) throw new RangeError("rows are in no page");
  return { paths, rows: placed };
}

function lengthOf(row: StoredRow): number {
  return row[2] + row[3] + row[4];
}
