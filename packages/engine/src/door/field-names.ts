import { nearName, OPEN_NAMES } from "@gatehouse-hooks/json";

/** Other names whose neighbours are kept; then all are forgotten. */
const MAX_KEPT = 1_000;
const NONE: readonly string[] = Object.freeze([]);

/**
 * The documented fields of an event or of a tool's arguments. What an agent sends beside them is much the same each time, so
 * which of them a name is near is kept: comparing takes longer than deciding.
 */
export class FieldNames extends Set<string> {
  readonly #near = new Map<string, readonly string[]>();
  /** The names of the last object without a misspelling: events of an agent are much alike. */
  plain: readonly string[] = NONE;

  /**
   * The documented fields that a key may be a misspelling of: `nearName` of those that the object does not have is what it means.
   *
   * INVARIANT: a name that is not near alone is not the nearest of several either.
   *
   * @param key not one of these names
   */
  near(key: string): readonly string[] {
    const known = this.#near.get(key);
    if (known !== undefined) return known;
    const found = [...this].filter((field) => nearName(key, [field], OPEN_NAMES) !== null);
    const near = found.length === 0 ? NONE : found;
    if (this.#near.size >= MAX_KEPT) this.#near.clear();
    this.#near.set(key, near);
    return near;
  }
}
