import { readFileSync } from "node:fs";

/** The rows of a JSON Lines file beside the tests. */
export function rowsOf<T>(file: string): readonly T[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
