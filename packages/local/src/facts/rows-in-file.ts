import { type PackedRows, UnreadRow } from "@gatehouse-hooks/facts";
import { closeSync, openSync, readSync } from "node:fs";

/** Where the rows are in a file of ASCII. */
export interface RowIndex extends Omit<PackedRows, "kind" | "rowAt"> {
  /** Where the text of each row ends, and that of the next begins. */
  readonly ends: readonly number[];
}

/** A table whose rows lie in a file: a process that starts for one decision reads those that it needs. */
export function rowsInFile({ ends, ...index }: RowIndex, file: string): PackedRows {
  const rowAt = (place: number): string => {
    const [start = 0, end = 0] = place === 0 ? [0, ends[0]] : ends.slice(place - 1, place + 1);
    const text = Buffer.alloc(end - start);
    try {
      const opened = openSync(file, "r");
      try {
        if (readSync(opened, text, 0, text.length, start) === text.length) return text.toString("latin1");
      } finally {
        closeSync(opened);
      }
    } catch (error) {
      throw new UnreadRow(`${file}: cannot be read`, { cause: error });
    }
    throw new UnreadRow(`${file}: has less than the ${ends.at(-1)} bytes that it was built with`);
  };
  return { kind: "packed", ...index, rowAt };
}
