import { existing } from "@gatehouse-hooks/json/intrinsics";
import type { Found } from "./found.js";

/** The policies that listen for values on one side of their thresholds, in the order of these. */
export class IntervalTable<Value extends number | string> {
  readonly #thresholds: readonly Value[];
  readonly #positions: Int32Array;
  readonly #above: boolean;
  readonly #orEqual: boolean;

  /**
   * @param operator the side of the threshold that a policy listens for
   */
  constructor(
    operator: "<" | "<=" | ">" | ">=",
    waiting: readonly (readonly [threshold: Value, position: number])[],
  ) {
    const sorted = [...waiting].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#thresholds = sorted.map(([threshold]) => threshold);
    this.#positions = Int32Array.from(sorted, ([, position]) => position);
    this.#above = operator === ">" || operator === ">=";
    this.#orEqual = operator === "<=" || operator === ">=";
  }

  /** Adds the policies on whose side the value is. */
  addTo(found: Found, value: Value): void {
    const from = this.#above ? 0 : this.#firstBehind(value, !this.#orEqual);
    const to = this.#above ? this.#firstBehind(value, this.#orEqual) : this.#thresholds.length;
    for (let i = from; i < to; i++) found.add(this.#positions[i] ?? 0);
  }

  /** The index of the first threshold over the value, or at it when equal ones are not passed over. */
  #firstBehind(value: Value, pastEqual: boolean): number {
    let low = 0;
    let high = this.#thresholds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const threshold = existing(this.#thresholds[middle]);
      if (threshold < value || (pastEqual && threshold === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
