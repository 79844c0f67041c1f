import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { pathKey } from "../candidates/requirement.js";
import { ascii, type SectionPlace, type StoredRow } from "./store-format.js";
import type { ReachAtom } from "./reach.js";
import type { StoredAtom } from "./triggers.js";
import type { StoredText } from "./stored-text.js";

/** A policy for a section. */
export interface RowDraft {
  readonly text: StoredText;
  readonly trigger: readonly (readonly ReachAtom[])[];
  readonly events: readonly string[] | 0;
}

/** Collects the sections of a store. */
export class SectionWriter {
  readonly places: SectionPlace[] = [];
  readonly texts: string[] = [];
  readonly #hash: (text: string) => string;
  #length = 0;

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
    const rows = drafts.map(({ text, trigger, events }): StoredRow => {
      const { position, tier, tests, spans, rest, key } = text;
      const groups = trigger.map((group) =>
        group.map(({ test, path, value }): StoredAtom => [test, placeOf(path), value]),
      );
      return [position, tier, tests.length, spans.length, rest.length, groups, key, events];
    });
    const bodies = drafts.map(({ text: { tests, spans, rest } }) => tests + spans + rest);
    return this.add(`${ascii(JSON.stringify([list, rows]))}\n${bodies.join("")}`);
  }
}
