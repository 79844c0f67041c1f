import type { FileSpan, ReadSpan } from "./log-place.js";

/** Knows which files were read, and counts their lines. */
export class SpanTally {
  #first: FileSpan | undefined;
  #path = "";
  #from = 0;
  #lines = 0;

  /** @param from the byte at which reading begins */
  open(path: string, from: number): void {
    if (this.#first === undefined) this.#first = { path, from, lines: 0 };
    else if (this.#path === this.#first.path) this.#first = { ...this.#first, lines: this.#lines };
    this.#path = path;
    this.#from = from;
    this.#lines = 0;
  }

  /** One more line. @returns its number, from where reading began */
  line(): number {
    return ++this.#lines;
  }

  span(): ReadSpan | null {
    if (this.#first === undefined) return null;
    const last: FileSpan = { path: this.#path, from: this.#from, lines: this.#lines };
    return { first: this.#first.path === last.path ? last : this.#first, last };
  }
}
