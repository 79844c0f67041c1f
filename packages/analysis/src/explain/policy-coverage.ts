import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { AtomTree } from "./atom-tree.js";
import { type InnerAtom, innerAtoms, type ConditionAtom } from "./inner-atoms.js";

/** How often an atom came out how, over the events that the policy was asked about. */
export interface AtomCoverage extends Pick<ConditionAtom, "part" | "text"> {
  readonly held: number;
  readonly failed: number;
  /**
   * Events on which it decided alone: were it the other way round, so would be whether the policy applies. Inside of `any` and `all`:
   * holding for every element and for none makes that difference.
   */
  readonly decided: number;
}

/** What events have shown of a policy. */
export interface PolicyCoverage {
  /** Events that it listens to. */
  readonly events: number;
  /** Those to which it applied. */
  readonly applied: number;
  /** Those inside of `any` and `all` come last; they held, or failed, where they did for an element. */
  readonly atoms: readonly AtomCoverage[];
}

/** Counts what events show of one policy. An event on which a test runs out of budget shows nothing of its atoms. */
export class CoverageCounter {
  readonly #tree: AtomTree;
  readonly #held: number[];
  readonly #failed: number[];
  readonly #decided: number[];
  readonly #inner: readonly InnerAtom[];
  readonly #innerCounts: { held: number; failed: number; decided: number }[];
  #events = 0;
  #applied = 0;

  constructor(policy: Pick<PolicyDefinition, "matcher" | "condition">) {
    this.#tree = new AtomTree(policy);
    const zeros = this.#tree.atoms.map(() => 0);
    this.#held = [...zeros];
    this.#failed = [...zeros];
    this.#decided = [...zeros];
    this.#inner = innerAtoms(policy);
    this.#innerCounts = this.#inner.map(() => ({ held: 0, failed: 0, decided: 0 }));
  }

  /** @param event one that the policy listens to, with its `facts` where the policy reads them */
  add(event: JsonObject): void {
    this.#events++;
    const truths = this.#tree.truths(event);
    if (this.#tree.applies(truths) === true) this.#applied++;
    truths.forEach((truth, atom) => {
      if (truth === undefined) return;
      const counts = truth ? this.#held : this.#failed;
      counts[atom] = (counts[atom] ?? 0) + 1;
    });
    for (const atom of this.#tree.pivotal(truths)) this.#decided[atom] = (this.#decided[atom] ?? 0) + 1;
    this.#inner.forEach(({ holds, fails, decides }, i) => {
      const counts = this.#innerCounts[i];
      if (counts === undefined) return;
      if (holds(event) === true) counts.held++;
      if (fails(event) === true) counts.failed++;
      if (decides(event)) counts.decided++;
    });
  }

  report(): PolicyCoverage {
    return {
      events: this.#events,
      applied: this.#applied,
      atoms: [
        ...this.#tree.atoms.map(({ part, text }, i) => ({
          part,
          text,
          held: this.#held[i] ?? 0,
          failed: this.#failed[i] ?? 0,
          decided: this.#decided[i] ?? 0,
        })),
        ...this.#inner.map(({ part, text }, i) => ({
          part,
          text,
          ...(this.#innerCounts[i] ?? { held: 0, failed: 0, decided: 0 }),
        })),
      ],
    };
  }
}
