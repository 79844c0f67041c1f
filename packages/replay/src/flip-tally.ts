import type { Replayed } from "./decide/decide-by-records.js";
import { flipOf, strictnessBetween } from "./flip-of.js";
import { GroupTable } from "./group-table.js";
import type { RowMerging } from "./kept-table.js";
import type { FlipCounts, FlipGroup, ReplayExample } from "./replay-part.js";

/** Counts the events that two sets answer differently. */
export class FlipTally {
  #same = 0;
  #flipped = 0;
  #looser = 0;
  #stricter = 0;
  #unknown = 0;
  readonly #groups: GroupTable<FlipGroup>;

  constructor(kind: RowMerging<FlipGroup>, examples: number) {
    this.#groups = new GroupTable(kind, examples);
  }

  add(before: Replayed, after: Replayed, example: () => ReplayExample): void {
    if (before.kind === "unknown" || after.kind === "unknown") {
      this.#unknown++;
      return;
    }
    const change = flipOf(before.decision, after.decision);
    if (change === null) {
      this.#same++;
      return;
    }
    this.#flipped++;
    const { effect, policy } = before.decision;
    const to = after.decision;
    const stricter = strictnessBetween(to.effect, effect);
    if (stricter < 0) this.#looser++;
    if (stricter > 0) this.#stricter++;
    const group = { from: { effect, policy }, to: { effect: to.effect, policy: to.policy }, change };
    this.#groups.add({ ...group, events: 0, examples: [] }, example);
  }

  counts(): FlipCounts {
    return {
      same: this.#same,
      flipped: this.#flipped,
      looser: this.#looser,
      stricter: this.#stricter,
      unknown: this.#unknown,
      groups: this.#groups.rows(),
    };
  }
}
