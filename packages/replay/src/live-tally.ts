import type { Replayed } from "./decide/decide-by-records.js";
import { GroupTable } from "./group-table.js";
import type { RowMerging } from "./kept-table.js";
import { latencyBucket } from "./latency-bucket.js";
import type { LiveDecision, Happened } from "./replay-input.js";
import type { LiveGroup, ReplayExample, LiveCounts, OutcomeCounts } from "./replay-part.js";
import { shownText } from "./shown-text.js";

/** Counts what became of calls. */
export class OutcomeTally {
  readonly #outcomes = { ran: 0, failed: 0, denied: 0, rewritten: 0, unknown: 0 };
  readonly #deniedBy = { hook: 0, native: 0, unsaid: 0 };
  readonly #person = { allowed: 0, refused: 0 };

  add({ outcome, by, person }: Happened): void {
    this.#outcomes[outcome]++;
    if (outcome === "denied") this.#deniedBy[by ?? "unsaid"]++;
    if (person !== null) this.#person[person]++;
  }

  counts(): OutcomeCounts {
    return { ...this.#outcomes, deniedBy: { ...this.#deniedBy }, person: { ...this.#person } };
  }
}

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
