import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { pathKey } from "@gatehouse-hooks/engine/parts";
import {
  ascii,
  type SectionLine,
  type SectionPlace,
  type StoredPage,
  type StoredRow,
} from "./store-format.js";
import { type ReachAtom, storedAtoms } from "./triggers.js";
import type { StoredText } from "./ast-text.js";

/** A policy for a section. */
export interface RowDraft {
  readonly text: StoredText;
  readonly trigger: readonly (readonly ReachAtom[])[];
  readonly events: readonly string[] | 0;
}

/** About how many characters a page has; one policy may have more. */
const PAGE_UNITS = 4_096;

function pagesOf(drafts: readonly RowDraft[]): readonly (readonly string[])[] {
  const pages: string[][] = [];
  let room = 0;
  for (const { text } of drafts) {
    const body = text.tests + text.spans + text.rest;
    if (body.length > room) {
      pages.push([]);
      room = PAGE_UNITS;
    }
    pages.at(-1)?.push(body);
    room -= body.length;
  }
  return pages;
}

/** Collects the sections of a store. */
export class SectionWriter {
  readonly places: SectionPlace[] = [];
  readonly texts: string[] = [];
  /** What is behind the sections. */
  readonly pages: string[] = [];
  readonly #hash: (text: string) => string;
  #length = 0;
  #behind = 0;

  constructor(hash: (text: string) => string) {
    this.#hash = hash;
  }

  /** @param text ASCII @returns the section's number */
  add(text: string): number {
    this.places.push([this.#length, text.length, this.#hash(text)]);
    this.texts.push(text);
    this.#length += text.length;
    return this.places.length - 1;
  }

  /** @returns the section's number, -1 without rows */
  addRows(drafts: readonly RowDraft[]): number {
    if (drafts.length === 0) return -1;
    const paths = new Map<string, number>();
    const list: AtomPath[] = [];
    const placeOf = (path: AtomPath): number => {
      const key = pathKey(path);
      const known = paths.get(key);
      if (known !== undefined) return known;
      paths.set(key, list.length);
      return list.push(path) - 1;
    };
    const at = this.#behind;
    const rows = drafts.map(({ text, trigger, events }): StoredRow => {
      const { position, tier, tests, spans, rest, key } = text;
      const groups = trigger.map((group) => storedAtoms(group, placeOf));
      return [position, tier, tests.length, spans.length, rest.length, groups, key, events];
    });
    const pages = pagesOf(drafts).map((bodies): StoredPage => {
      const page = bodies.join("");
      this.pages.push(page);
      this.#behind += page.length;
      return [bodies.length, this.#hash(page)];
    });
    const line: SectionLine = [list, rows, at, pages];
    return this.add(ascii(JSON.stringify(line)));
  }
}
