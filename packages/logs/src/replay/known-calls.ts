import { MAX_KNOWN_CALLS } from "./session-limits.js";

/** Remembers the latest calls, so that a copy of one is known. */
export interface KnownCalls {
  /** Whether a call with this key has not been seen; from now on it has. */
  readonly isNew: (key: string) => boolean;
}

/** Knows none yet. A copy comes soon after its original, since files are read in the order in which they began. */
export function knownCalls(most: number = MAX_KNOWN_CALLS): KnownCalls {
  const keys = new Set<string>();
  return {
    isNew(key) {
      if (keys.has(key)) return false;
      keys.add(key);
      if (keys.size > most) for (const oldest of keys) if (keys.delete(oldest)) break;
      return true;
    },
  };
}
