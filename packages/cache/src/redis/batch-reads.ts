/** Reads keys: a value for each, null where there is none. */
type ReadValues = (keys: readonly string[]) => Promise<readonly (string | null)[]>;

/** Readers that share one command at most: its reply is as large as all of theirs. */
const MOST_READERS = 64;

interface Reader {
  readonly keys: readonly string[];
  readonly resolve: (values: readonly (string | null)[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Puts what is read within one turn of the event loop into one call. A command of its own for each costs more than
 * everything else about a hit. Each reader's keys are read at one moment, as they would be alone.
 *
 * @param read one call for all: it fails for all
 */
export function batchReads(read: ReadValues): ReadValues {
  let waiting: Reader[] = [];

  async function flush(): Promise<void> {
    const readers = waiting;
    waiting = [];
    if (readers.length === 0) return;
    try {
      // Most share the epochs of their scope and partition.
      const keys = [...new Set(readers.flatMap((reader) => reader.keys))];
      const values = await read(keys);
      const found = new Map(keys.map((key, i) => [key, values[i] ?? null]));
      for (const { keys: own, resolve } of readers) resolve(own.map((key) => found.get(key) ?? null));
    } catch (error) {
      for (const { reject } of readers) reject(error);
    }
  }

  return (keys) =>
    new Promise((resolve, reject) => {
      // After all that is ready to run now, and before the event loop waits.
      if (waiting.length === 0) process.nextTick(() => void flush());
      waiting.push({ keys, resolve, reject });
      if (waiting.length >= MOST_READERS) void flush();
    });
}
