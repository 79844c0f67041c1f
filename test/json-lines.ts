import { readFileSync } from "node:fs";

/**
 * The rows of a JSON Lines file.
 *
 * @param base the file from whose place `path` starts: `import.meta.url`
 */
export function jsonLines<T>(path: string, base: string): readonly T[] {
  return readFileSync(new URL(path, base), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
