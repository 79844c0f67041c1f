import type { Happened } from "./replay-input.js";
import type { OutcomeCounts } from "./replay-part.js";

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
