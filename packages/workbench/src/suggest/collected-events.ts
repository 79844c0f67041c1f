import type { Event } from "@gatehouse-hooks/engine";
import type { ClassifiedEvent } from "@gatehouse-hooks/replay";
import type { ProblemGroup } from "@gatehouse-hooks/logs/replay";
import { groupKey, problemKey } from "./problem-group.js";

/** Events that are to be decided otherwise. */
const MOST_WANTED = 200;
/** Events that are to be decided as they are. */
const MOST_OTHERS = 1_000;

/** Events of a log around a problem: the first ones of it, and those that look most like them. */
export class CollectedEvents {
  readonly group: ProblemGroup;
  readonly wanted: Event[] = [];
  readonly others: Event[] = [];
  readonly #key: string;

  constructor(group: ProblemGroup) {
    this.group = group;
    this.#key = groupKey(group);
  }

  /** Is it an event of the group? */
  has({ contrast }: ClassifiedEvent): boolean {
    return problemKey(contrast) === this.#key;
  }

  add(classified: ClassifiedEvent): void {
    if (this.has(classified)) {
      if (this.wanted.length < MOST_WANTED) this.wanted.push(classified.event);
    } else if (this.others.length < MOST_OTHERS && this.#isNear(classified))
      this.others.push(classified.event);
  }

  /** An event on which a suggestion has failed: the next one has to know it. */
  addCounterexample(classified: ClassifiedEvent): void {
    (this.has(classified) ? this.wanted : this.others).push(classified.event);
  }

  /** What a change is most likely to change with them: what the same policy stops, or calls of the same tool. */
  #isNear({ decision, tool }: ClassifiedEvent): boolean {
    const { problem, policy } = this.group;
    if (problem === "hole") return tool === this.group.tool;
    return decision !== null && decision.policy === policy && decision.effect !== "allow";
  }
}
