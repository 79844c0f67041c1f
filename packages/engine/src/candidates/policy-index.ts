import type { Path } from "@gatehouse-hooks/condition/compile";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Policy } from "../policy.js";
import { type Access, chooseAccess } from "./access.js";
import { Bucket } from "./bucket.js";
import { Found } from "./found.js";
import { PathReader } from "./path-reader.js";
import { type KeyAtom, pathKey } from "./requirement.js";

/** A path that opens buckets by its value. */
interface Gate {
  readonly path: PathReader;
  readonly buckets: Map<unknown, Bucket>;
}

/**
 * Finds the policies that may have something to say about an event without looking at the others.
 *
 * INVARIANT: every policy that applies to the event, or whose condition fails on it, is found (law: index).
 */
export class PolicyIndex {
  readonly #gates = new Map<string, Gate>();
  readonly #paths = new Map<string, PathReader>();
  /** The policies without a gate. */
  readonly #open = new Bucket();
  readonly #found: Found;

  /**
   * @param policies of one event, in order of evaluation
   */
  constructor(policies: readonly Policy[]) {
    this.#found = new Found(policies.length);
    for (const access of chooseAccess(policies)) this.#place(access);
  }

  #place({ position, gate, trigger }: Access): void {
    const buckets = gate === null ? [this.#open] : this.#behind(gate.path, gate.values);
    for (const bucket of buckets) {
      if (trigger === null) bucket.addAlways(position);
      else for (const atom of trigger) bucket.add(this.#reader(atom.path), atom, position);
    }
  }

  #behind(path: Path, values: readonly KeyAtom["value"][]): readonly Bucket[] {
    const key = pathKey(path);
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = { path: this.#reader(path), buckets: new Map() };
      this.#gates.set(key, gate);
    }
    const { buckets } = gate;
    return [...new Set(values)].map((value) => {
      const known = buckets.get(value);
      if (known !== undefined) return known;
      const bucket = new Bucket();
      buckets.set(value, bucket);
      return bucket;
    });
  }

  #reader(path: Path): PathReader {
    const key = pathKey(path);
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const reader = new PathReader(path);
    this.#paths.set(key, reader);
    return reader;
  }

  /** How many policies come up for every event: an index of these alone would be a list. */
  get always(): number {
    return this.#open.always;
  }

  /**
   * @param event sealed
   * @returns positions, ascending
   */
  candidates(event: JsonObject): readonly number[] {
    const found = this.#found;
    found.start();
    this.#open.find(event, found);
    for (const { path, buckets } of this.#gates.values()) {
      // Null and missing are one (condition SPEC, "Operators"); a list or an object equals no constant.
      buckets.get(path.read(event) ?? null)?.find(event, found);
    }
    return found.sorted();
  }
}
