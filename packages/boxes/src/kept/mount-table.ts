import { readFileSync } from "node:fs";

/**
 * All mounts that a process sees, with the number of each: it is another text as soon as one has come, gone or moved. What is mounted on a file
 * or folder goes with it when that is given another name, and is gone when it is removed.
 *
 * @returns undefined: there is no such process
 */
export function mountTable(pid: number | "self"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  } catch {
    return undefined;
  }
}

/** Where something is mounted, and how often. */
export function mountPoints(table: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of table.split("\n")) {
    const point = unescaped(line.split(" ")[4] ?? "");
    found.set(point, (found.get(point) ?? 0) + 1);
  }
  return found;
}

/** Spaces, line breaks, tabs and backslashes are written as numbers. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
