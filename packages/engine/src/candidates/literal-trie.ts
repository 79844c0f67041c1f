/**
 * The prefixes of a list of strings as numbered states: 0 is the empty string, and shorter prefixes come first. The children
 * of a state are neighbours in the numbering, by ascending code unit, so a child is found by a short search.
 */
export class LiteralTrie {
  /** The number of states. */
  readonly size: number;
  /** The children of a state `s` are the states from `first[s]` up to `first[s + 1]`. */
  readonly first: Int32Array;
  /** The code unit that leads into a state. */
  readonly unit: Uint16Array;
  /** The index of the text that a state is, or -1. */
  readonly text: Int32Array;

  /**
   * @param texts all different, none empty
   */
  constructor(texts: readonly string[]) {
    const order = texts.map((_, i) => i).sort((a, b) => compare(texts[a] ?? "", texts[b] ?? ""));
    const textAt = (i: number): string => texts[order[i] ?? 0] ?? "";
    const most = texts.reduce((sum, text) => sum + text.length, 1);
    const first = new Int32Array(most + 1);
    const unit = new Uint16Array(most);
    const text = new Int32Array(most).fill(-1);
    // A state is a range of sorted strings that share a prefix; ranges are split level by level.
    const low = new Int32Array(most);
    const high = new Int32Array(most);
    const depth = new Int32Array(most);
    high[0] = order.length;
    let size = 1;
    for (let state = 0; state < size; state++) {
      first[state] = size;
      const at = depth[state] ?? 0;
      const end = high[state] ?? 0;
      let i = low[state] ?? 0;
      if (textAt(i).length === at) text[state] = order[i++] ?? -1;
      while (i < end) {
        const code = textAt(i).charCodeAt(at);
        unit[size] = code;
        depth[size] = at + 1;
        low[size] = i;
        while (i < end && textAt(i).charCodeAt(at) === code) i++;
        high[size] = i;
        size++;
      }
    }
    first[size] = size;
    this.size = size;
    this.first = first.slice(0, size + 1);
    this.unit = unit.slice(0, size);
    this.text = text.slice(0, size);
  }

  /** The state one code unit further, or 0 when no string continues like that. */
  child(state: number, code: number): number {
    let low = this.first[state] ?? 0;
    let high = (this.first[state + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.unit[middle] ?? 0;
      if (found === code) return middle;
      if (found < code) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
