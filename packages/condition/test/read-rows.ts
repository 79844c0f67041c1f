import { readFileSync } from "node:fs";

/** The rows of a JSON Lines file beside the tests. */
export function readRows<T>(path: string): readonly T[] {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
