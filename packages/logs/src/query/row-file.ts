import { closeSync, openSync, writeSync } from "node:fs";

/** Characters that are written at once. */
const BATCH = 1 << 20;

/** A file of rows, one line of JSON each, that nobody else may read. */
interface RowFile {
  readonly add: (row: Readonly<Record<string, unknown>>) => void;
  /** Writes what is left. */
  readonly close: () => void;
}

/**
 * Opens a new file for rows. It is written at once and not later: whoever makes the rows does not wait.
 *
 * @throws what the file system throws
 */
export function openRowFile(file: string): RowFile {
  const fd = openSync(file, "wx", 0o600);
  let waiting = "";
  const write = (): void => {
    const bytes = Buffer.from(waiting);
    waiting = "";
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  };
  return {
    add: (row) => {
      waiting += `${JSON.stringify(row)}\n`;
      if (waiting.length >= BATCH) write();
    },
    close: () => {
      try {
        write();
      } finally {
        closeSync(fd);
      }
    },
  };
}
