import type { Replayed } from "./decide-event.js";
import { GroupTable } from "./group-table.js";
import type { RowMerging } from "./kept-table.js";
import { latencyBucket } from "./latency-bucket.js";
import type { LiveDecision } from "./replay-input.js";
import type { LiveGroup, ReplayExample, LiveCounts } from "./replay-part.js";
import { shownText } from "./shown-text.js";

/** The longest name of a policy that a log may have. */
const LONGEST_NAME = 200;

/** Counts the decisions that logs hold, and compares them with those of now. */
export class LiveTally {
  readonly #effects = { deny: 0, ask: 0, allow: 0, abstain: 0 };
  #same = 0;
  #different = 0;
  #unknown = 0;
  readonly #latency: number[] = [];
  readonly #groups: GroupTable<LiveGroup>;

  constructor(kind: RowMerging<LiveGroup>, examples: number) {
    this.#groups = new GroupTable(kind, examples);
  }

  count({ effect, ms }: LiveDecision): void {
    this.#effects[effect]++;
    if (ms === null) return;
    const bucket = latencyBucket(ms);
    while (this.#latency.length <= bucket) this.#latency.push(0);
    this.#latency[bucket] = (this.#latency[bucket] ?? 0) + 1;
  }

  compare(live: LiveDecision, now: Replayed, example: () => ReplayExample): void {
    if (now.kind === "unknown") {
      this.#unknown++;
      return;
    }
    const { effect, policy } = now.decision;
    if (live.effect === effect && live.policy === policy) {
      this.#same++;
      return;
    }
    this.#different++;
    const name = live.policy === null ? null : shownText(live.policy, LONGEST_NAME);
    const group = { live: { effect: live.effect, policy: name }, now: { effect, policy } };
    this.#groups.add({ ...group, events: 0, examples: [] }, example);
  }

  counts(): LiveCounts {
    return {
      effects: { ...this.#effects },
      same: this.#same,
      different: this.#different,
      unknown: this.#unknown,
      groups: this.#groups.rows(),
      latency: [...this.#latency],
    };
  }
}
