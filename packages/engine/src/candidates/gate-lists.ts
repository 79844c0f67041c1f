import type { JsonObject } from "@gatehouse-hooks/json";
import type { Policy } from "../policy.js";
import { chooseGate, gateRequirement } from "./gate.js";
import { PathReader } from "./path-reader.js";
import { firstRequirementsOf } from "./requirement.js";

/**
 * The policies that each value of one path leaves: one look in a map instead of a question to each policy. Quick to make, so
 * that it serves from the first event on.
 *
 * INVARIANT: every policy that applies to the event, or whose condition fails on it, is on the list (law: index).
 */
export class GateLists {
  readonly #path: PathReader;
  /** For each value those that listen for it. */
  readonly #lists: ReadonlyMap<unknown, readonly number[]>;
  /** The same with the others among them, of values that have come. */
  readonly #complete = new Map<unknown, readonly number[]>();
  /** Those that listen for no value. */
  readonly #others: readonly number[];
  /** How many entries may still be kept. */
  #room: number;

  /**
   * @param policies of one event, in order of evaluation
   */
  constructor(policies: readonly Policy[]) {
    const known = policies.map(firstRequirementsOf);
    const gate = chooseGate(known.filter((one) => one !== "never"));
    this.#path = new PathReader(gate?.path ?? []);
    this.#room = policies.length * LISTS_EACH;
    const others: number[] = [];
    const lists = new Map<unknown, number[]>();
    for (const [position, requirements] of known.entries()) {
      if (requirements === "never") continue;
      const required = gateRequirement(gate, requirements);
      if (required === null) {
        others.push(position);
        continue;
      }
      for (const { value } of required) {
        const list = lists.get(value);
        if (list === undefined) lists.set(value, [position]);
        else if (list.at(-1) !== position) list.push(position);
      }
    }
    this.#others = Object.freeze(others);
    this.#lists = lists;
  }

  /**
   * @param event sealed
   * @returns positions, ascending
   */
  candidates(event: JsonObject): readonly number[] {
    if (this.#lists.size === 0) return this.#others;
    // Null and missing are one (condition SPEC, "Operators"); a list or an object equals no constant.
    const value = this.#path.read(event) ?? null;
    return this.#complete.get(value) ?? this.#completed(value);
  }

  #completed(value: unknown): readonly number[] {
    const own = this.#lists.get(value);
    if (own === undefined) return this.#others;
    const all = merged(own, this.#others);
    if (all.length <= this.#room) {
      this.#room -= all.length;
      this.#complete.set(value, all);
    }
    return all;
  }
}

/** Entries kept for each policy: enough for the tools of an agent; where there are more values, lists are merged each time. */
const LISTS_EACH = 32;

/** Two ascending lists as one. */
function merged(some: readonly number[], others: readonly number[]): readonly number[] {
  const all: number[] = [];
  let at = 0;
  for (const position of some) {
    while (at < others.length && (others[at] ?? 0) < position) all.push(others[at++] ?? 0);
    all.push(position);
  }
  while (at < others.length) all.push(others[at++] ?? 0);
  return Object.freeze(all);
}
