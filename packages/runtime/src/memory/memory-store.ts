/** A state as it is kept: its version goes up by one with each change. */
export interface KeptState {
  readonly version: number;
  readonly text: string;
}

/** Where the memory of sessions is kept: read, and written only where nobody else has written since. */
export interface MemoryStore {
  /** `none`: nothing was kept under this key. `damaged`: something is there that cannot be read. Rejects where the store cannot be asked. */
  read(key: string): Promise<KeptState | "none" | "damaged">;
  /** Writes the version after `version` (0: the first). False: somebody else has written it, and what was decided on is not the state any more. */
  write(key: string, version: number, text: string): Promise<boolean>;
}

/** The most states that a process keeps: those that were used least lately go. */
const MOST_STATES = 10_000;

/** The memory of sessions in this process, gone with it. */
export function processMemoryStore(most: number = MOST_STATES): MemoryStore {
  const states = new Map<string, KeptState>();
  return {
    read: (key) => Promise.resolve(states.get(key) ?? "none"),
    write: (key, version, text) => {
      if ((states.get(key)?.version ?? 0) !== version) return Promise.resolve(false);
      states.delete(key);
      states.set(key, { version: version + 1, text });
      const [oldest] = states.keys();
      if (states.size > most && oldest !== undefined) states.delete(oldest);
      return Promise.resolve(true);
    },
  };
}
