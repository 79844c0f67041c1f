import type { Look } from "@gatehouse-hooks/runtime";
import type { DecisionPolicies } from "./decision-policies.js";

/**
 * Files as loading read them, behind the policies in a store: where each begins, counted from the first, and its length, in bytes. To
 * compare two texts is faster than to hash one.
 */
interface StoredCopies {
  /** Of all of them. */
  readonly length: number;
  readonly files: readonly (readonly [path: string, offset: number, length: number])[];
}

/** What is kept of the files that loading read. */
export interface Copies {
  readonly places: StoredCopies;
  readonly bytes: readonly Uint8Array[];
}

/** How much is kept, in bytes: of what has no room there is a hash. */
const MAX_BYTES = 768 * 1024;

/** Chooses the copies for a store. */
export function copiesOf(files: ReadonlyMap<string, Uint8Array>): Copies {
  const places: (readonly [string, number, number])[] = [];
  const bytes: Uint8Array[] = [];
  let length = 0;
  for (const [path, content] of files) {
    if (length + content.length > MAX_BYTES) continue;
    places.push([path, length, content.length]);
    bytes.push(content);
    length += content.length;
  }
  return { places: { length, files: places }, bytes };
}

/**
 * The copies in a store.
 *
 * INVARIANT: a copy has no hash. One that is damaged differs from its file, and the store is not fresh.
 *
 * @param tail reads bytes of the store, from so many before its end
 */
export function copiesIn(
  { length, files }: StoredCopies,
  tail: (before: number, length: number) => Uint8Array,
): (path: string) => Uint8Array | undefined {
  return (path) => {
    const found = files.find(([one]) => one === path);
    return found === undefined ? undefined : tail(length - found[1], found[2]);
  };
}

/** What a command keeps in a store beside the policies. */
export interface StoredAbout extends Omit<DecisionPolicies, "set" | "trusted" | "issues" | "lost"> {
  /** The key of its place. */
  readonly key: string;
  /** Everything that loading looked at. */
  readonly looks: readonly Look[];
  /** The files of it. */
  readonly copies: StoredCopies;
  /** Names of events that a host completes before they are decided. */
  readonly completed: readonly string[];
}
