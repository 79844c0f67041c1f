import { hash } from "node:crypto";

/** SHA-256 of a line without its line break, in lower-case hex. */
export function lineHash(line: string | Uint8Array): string {
  return hash("sha256", line, "hex");
}

/** The lines of a file that no later line points to yet. */
export interface Heads {
  readonly hashes: readonly string[];
  /** Takes the next line of the file. */
  add(line: Uint8Array): void;
}

export function newHeads(): Heads {
  const hashes = new Set<string>();
  return {
    get hashes() {
      return [...hashes];
    },
    add(line) {
      for (const one of previousOf(line)) hashes.delete(one);
      hashes.add(lineHash(line));
    },
  };
}

/** What a line points to; nothing when it is not a record. */
function previousOf(line: Uint8Array): readonly string[] {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8"),
    );
    if (typeof value !== "object" || value === null || !("prev" in value)) return [];
    return Array.isArray(value.prev) ? value.prev.filter((one) => typeof one === "string") : [];
  } catch {
    // What a writer left that was killed: it is pointed to like any other line.
    return [];
  }
}
