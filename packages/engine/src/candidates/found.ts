/** More positions than this are put in order through the set of bits, or by the built-in sort. */
const FEW = 12;

/** Words of bits that may be looked through for each position found. */
const WORDS_PER_POSITION = 8;

/** Collects positions of policies, each once. One collector serves one query after the other. */
export class Found {
  readonly #bits: Int32Array;
  readonly #positions: Int32Array;
  #count = 0;
  /** Code units that this query has gone through. */
  units = 0;

  /**
   * @param size one more than the highest position
   */
  constructor(size: number) {
    this.#bits = new Int32Array((size >> 5) + 1);
    this.#positions = new Int32Array(size);
  }

  /** Forgets the query before, also one that was broken off. */
  start(): void {
    for (let i = 0; i < this.#count; i++) this.#bits[(this.#positions[i] ?? 0) >> 5] = 0;
    this.#count = 0;
    this.units = 0;
  }

  add(position: number): void {
    const word = this.#bits[position >> 5] ?? 0;
    const bit = 1 << (position & 31);
    if ((word & bit) !== 0) return;
    this.#positions[this.#count++] = position;
    this.#bits[position >> 5] = word | bit;
  }

  /** How many were added since the start. */
  get count(): number {
    return this.#count;
  }

  /** What was added since the start, ascending. */
  sorted(): readonly number[] {
    const count = this.#count;
    if (count === 0) return NONE;
    if (count <= FEW) return inserted(this.#positions, count);
    if (this.#bits.length <= count * WORDS_PER_POSITION) return positionsIn(this.#bits, count);
    this.#positions.subarray(0, count).sort();
    return inserted(this.#positions, count);
  }
}

const NONE: readonly number[] = Object.freeze([]);

/** Insertion sort: linear for what is in order already. */
function inserted(positions: Int32Array, count: number): readonly number[] {
  const sorted: number[] = [];
  for (let i = 0; i < count; i++) {
    const position = positions[i] ?? 0;
    let at = i;
    for (; at > 0 && (sorted[at - 1] ?? 0) > position; at--) sorted[at] = sorted[at - 1] ?? 0;
    sorted[at] = position;
  }
  return sorted;
}

function positionsIn(bits: Int32Array, count: number): readonly number[] {
  const sorted: number[] = [];
  let next = 0;
  for (let i = 0; next < count; i++) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) {
      sorted[next++] = (i << 5) + 31 - Math.clz32(word & -word);
    }
  }
  return sorted;
}
