import { LIMITS } from "./limits.js";

/** Ends a reading whose limit is reached; caught where the reading began. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
}

/** Counts work instead of time: the same text costs the same everywhere. */
export class Work {
  /** Units of work done. */
  done = 0;
  /** Nodes run. */
  nodes = 0;

  /** @throws LimitReached */
  spend(units: number): void {
    this.done += units;
    if (this.done > LIMITS.work) throw new LimitReached("work");
  }

  /** @throws LimitReached */
  node(): void {
    this.nodes += 1;
    if (this.nodes > LIMITS.nodes) throw new LimitReached("nodes");
    this.spend(256);
  }
}
