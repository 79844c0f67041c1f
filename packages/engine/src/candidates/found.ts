/** After this many rounds the marks are wiped: they are 32 bits wide. */
const LAST_ROUND = 0xffff_ffff;

/** Longer lists than this are sorted by the built-in sort. */
const FEW = 32;

/** Collects positions of policies, each once. One collector serves one query after the other. */
export class Found {
  readonly #marks: Uint32Array;
  readonly #positions: Int32Array;
  #round = 0;
  #count = 0;

  /**
   * @param size one more than the highest position
   */
  constructor(size: number) {
    this.#marks = new Uint32Array(size);
    this.#positions = new Int32Array(size);
  }

  start(): void {
    this.#count = 0;
    if (this.#round === LAST_ROUND) {
      this.#marks.fill(0);
      this.#round = 0;
    }
    this.#round++;
  }

  add(position: number): void {
    if (this.#marks[position] === this.#round) return;
    this.#marks[position] = this.#round;
    this.#positions[this.#count++] = position;
  }

  /** What was added since the start, ascending. */
  sorted(): readonly number[] {
    if (this.#count === 0) return NONE;
    const found = this.#positions.subarray(0, this.#count);
    if (found.length > FEW) return Array.from(found.sort());
    const sorted: number[] = [];
    for (const position of found) {
      let at = sorted.length;
      for (; at > 0 && (sorted[at - 1] ?? 0) > position; at--) sorted[at] = sorted[at - 1] ?? 0;
      sorted[at] = position;
    }
    return sorted;
  }
}

const NONE: readonly number[] = Object.freeze([]);
