import type { KeptRows } from "./replay-part.js";
import { HASHES, textHash } from "./text-hash.js";

interface Kept<Row> {
  readonly key: string;
  readonly hash: number;
  readonly row: Row;
}

/**
 * Rows by key, of which the `most` with the smallest hashes are kept.
 *
 * INVARIANT: a key that is kept in the end was among the smallest at every moment before, in each piece of the log. So the
 * numbers of its row are complete, and the rows do not depend on where the log was cut.
 */
export class KeptTable<Row> {
  readonly #most: number;
  #rows = new Map<string, Kept<Row>>();
  /** The largest that is kept, once some were not. */
  #last: Kept<Row> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** The row of a key; `undefined` where it is not kept. */
  at(key: string, make: () => Row): Row | undefined {
    const known = this.#rows.get(key);
    if (known !== undefined) return known.row;
    const added = { key, hash: textHash(key) };
    if (this.#last !== undefined && compareKept(added, this.#last) > 0) return undefined;
    const row = make();
    this.#rows.set(key, { ...added, row });
    if (this.#rows.size >= 2 * this.#most) this.#prune();
    return this.#rows.has(key) ? row : undefined;
  }

  /** @param shown the row as a part has it: it may not be changed any more */
  list<Shown>(shown: (row: Row) => Shown): KeptRows<Shown> {
    if (this.#rows.size > this.#most) this.#prune();
    const rows = [...this.#rows.values()].toSorted(compareKept);
    return { complete: this.#last === undefined, rows: rows.map(({ row }) => shown(row)) };
  }

  #prune(): void {
    const kept = [...this.#rows.values()].toSorted(compareKept).slice(0, this.#most);
    this.#rows = new Map(kept.map((one) => [one.key, one]));
    this.#last = kept.at(-1);
  }
}

/** By hash; the key decides between equal ones, so that the order is total. */
function compareKept(a: Omit<Kept<unknown>, "row">, b: Omit<Kept<unknown>, "row">): number {
  if (a.hash !== b.hash) return a.hash - b.hash;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** How rows of one kind are merged. */
export interface RowMerging<Row> {
  readonly most: number;
  /** What the table of the row had as its key. */
  readonly key: (row: Row) => string;
  /** @param first what comes first in the log */
  readonly merge: (first: Row, second: Row) => Row;
}

/** The rows of two pieces of a log. */
export function mergeRows<Row>(
  first: KeptRows<Row>,
  second: KeptRows<Row>,
  { most, key, merge }: RowMerging<Row>,
): KeptRows<Row> {
  const rows = new Map<string, Kept<Row>>();
  for (const row of [...first.rows, ...second.rows]) {
    const own = key(row);
    const known = rows.get(own);
    rows.set(own, {
      key: own,
      hash: known?.hash ?? textHash(own),
      row: known === undefined ? row : merge(known.row, row),
    });
  }
  const sorted = [...rows.values()].toSorted(compareKept);
  return {
    complete: first.complete && second.complete && sorted.length <= most,
    rows: sorted.slice(0, most).map(({ row }) => row),
  };
}

/** How many different keys there were. Exact where all are kept; else a guess from how dense the kept ones are. */
export function distinctKeys<Row>(
  kept: KeptRows<Row>,
  key: (row: Row) => string,
): { readonly count: number; readonly exact: boolean } {
  const { complete, rows } = kept;
  const last = rows.at(-1);
  if (complete || last === undefined) return { count: rows.length, exact: complete };
  return { count: Math.round(((rows.length - 1) * HASHES) / textHash(key(last))), exact: false };
}
