import { readFileSync } from "node:fs";

/** The rows of a JSON Lines file beside the tests. */
export function jsonLines<T>(path: string): readonly T[] {
  return readFileSync(new URL(path, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
