import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { AtomTree } from "./atom-tree.js";
import type { ConditionAtom } from "./condition-atom.js";

/** How often an atom came out how, over the events that the policy was asked about. */
export interface AtomCoverage extends Pick<ConditionAtom, "part" | "text"> {
  readonly held: number;
  readonly failed: number;
  /** Events on which it decided alone: were it the other way round, so would be whether the policy applies. */
  readonly decided: number;
}

/** What events have shown of a policy. */
export interface PolicyCoverage {
  /** Events that it listens to. */
  readonly events: number;
  /** Those to which it applied. */
  readonly applied: number;
  readonly atoms: readonly AtomCoverage[];
}

/** Counts what events show of one policy. An event on which a test runs out of budget shows nothing of its atoms. */
export class CoverageCounter {
  readonly #tree: AtomTree;
  readonly #held: number[];
  readonly #failed: number[];
  readonly #decided: number[];
  #events = 0;
  #applied = 0;

  constructor(policy: Pick<PolicyDefinition, "matcher" | "condition">) {
    this.#tree = new AtomTree(policy);
    const zeros = this.#tree.atoms.map(() => 0);
    this.#held = [...zeros];
    this.#failed = [...zeros];
    this.#decided = [...zeros];
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
  }

  report(): PolicyCoverage {
    return {
      events: this.#events,
      applied: this.#applied,
      atoms: this.#tree.atoms.map(({ part, text }, i) => ({
        part,
        text,
        held: this.#held[i] ?? 0,
        failed: this.#failed[i] ?? 0,
        decided: this.#decided[i] ?? 0,
      })),
    };
  }
}
