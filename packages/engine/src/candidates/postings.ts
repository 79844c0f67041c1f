import type { Found } from "./found.js";

/** For each of a list of values, the positions of the policies that wait for it. */
export class Postings<Value> {
  /** Each value once, in the order of its id. */
  readonly values: readonly Value[];
  readonly #starts: Int32Array;
  readonly #positions: Int32Array;

  /**
   * @param pairs values and positions; a value may come again
   */
  constructor(pairs: readonly (readonly [value: Value, position: number])[]) {
    const byValue = new Map<Value, number[]>();
    for (const [value, position] of pairs) {
      const list = byValue.get(value);
      if (list === undefined) byValue.set(value, [position]);
      else list.push(position);
    }
    this.values = [...byValue.keys()];
    this.#starts = new Int32Array(byValue.size + 1);
    this.#positions = new Int32Array(pairs.length);
    let id = 0;
    let end = 0;
    for (const list of byValue.values()) {
      this.#positions.set(list, end);
      end += list.length;
      this.#starts[++id] = end;
    }
  }

  /** Adds every policy that waits for the value with this id. */
  addTo(found: Found, id: number): void {
    const end = this.#starts[id + 1] ?? 0;
    for (let i = this.#starts[id] ?? 0; i < end; i++) found.add(this.#positions[i] ?? 0);
  }
}
