import type { Atom, AtomPath } from "@gatehouse-hooks/condition/compile";
import type { Event } from "../event.js";
import type { Policy } from "../policy.js";
import { type Access, chooseAccess } from "./access.js";
import { Bucket } from "./bucket.js";
import { type Deriving, NOTHING_DERIVED } from "../facts/deriving.js";
import { Found } from "./found.js";
import { PathReader } from "./path-reader.js";
import { pathKey } from "./requirement.js";

/** Entries of policies without a gate that a bucket may take in for each of the policies. */
const SHARED_EACH = 16;

/**
 * Finds the policies that may have something to say about an event without looking at the others.
 *
 * INVARIANT: every policy that applies to the event, or whose condition fails on it, is found (law: index).
 */
export class PolicyIndex {
  readonly #gate: PathReader | null;
  /** The policies behind each value of the gate. */
  readonly #buckets = new Map<unknown, Bucket>();
  readonly #paths = new Map<string, PathReader>();
  /** The policies that listen for no value of the gate. */
  readonly #open: Bucket;
  readonly #leavesOut: boolean;
  /** Whether the buckets have these, too: then each string is gone through once. */
  readonly #shared: boolean;
  readonly #found: Found;
  readonly #deriving: Deriving;
  /** How many policies come up for every event: an index of these alone would be a list. */
  readonly always: number;

  /**
   * @param policies of one event, in order of evaluation
   * @param deriving what derives the facts that some of them wait for
   * @param leavesOut whether a few policies are asked where finding out that they need not be takes longer
   */
  constructor(policies: readonly Policy[], deriving: Deriving = NOTHING_DERIVED, leavesOut = false) {
    this.#leavesOut = leavesOut;
    this.#open = new Bucket(leavesOut);
    this.#deriving = deriving;
    this.#found = new Found(policies.length);
    const { gate, policies: accesses } = chooseAccess(policies, true);
    this.#gate = gate === null ? null : this.#reader(gate.path);
    const open = accesses.filter(({ values }) => values === null);
    for (const one of accesses) for (const value of one.values ?? []) this.#place(one, this.#bucket(value));
    for (const one of open) this.#place(one, this.#open);
    const entries = open.reduce((sum, { trigger }) => sum + (trigger?.length ?? 1), 0);
    this.#shared = entries * this.#buckets.size <= SHARED_EACH * policies.length;
    if (this.#shared)
      for (const bucket of this.#buckets.values()) for (const one of open) this.#place(one, bucket);
    this.always = open.filter(({ trigger }) => trigger === null).length;
  }

  #bucket(value: Atom["value"]): Bucket {
    const known = this.#buckets.get(value);
    if (known !== undefined) return known;
    const bucket = new Bucket(this.#leavesOut);
    this.#buckets.set(value, bucket);
    return bucket;
  }

  #place({ position, trigger }: Access, bucket: Bucket): void {
    if (trigger === null) bucket.addAlways(position);
    else for (const atom of trigger) bucket.add(this.#reader(atom.path), atom, position);
  }

  #reader(path: AtomPath): PathReader {
    const key = pathKey(path);
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const reader = new PathReader(path);
    this.#paths.set(key, reader);
    return reader;
  }

  /** Code units that the last query has gone through. */
  get units(): number {
    return this.#found.units;
  }

  /** What the last query cost: code units that were gone through, and policies that came up. */
  get work(): number {
    return this.#found.units + this.#found.count;
  }

  /**
   * @param event sealed
   * @returns positions, ascending
   */
  candidates(event: Event): readonly number[] {
    const found = this.#found;
    found.start();
    // Null and missing are one (condition SPEC, "Operators"); a list or an object equals no constant.
    const bucket = this.#gate === null ? undefined : this.#buckets.get(this.#gate.read(event) ?? null);
    bucket?.find(event, found, this.#deriving);
    if (bucket === undefined || !this.#shared) this.#open.find(event, found, this.#deriving);
    return found.sorted();
  }
}
