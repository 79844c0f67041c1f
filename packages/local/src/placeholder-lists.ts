import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The placeholders of one box. */
export interface BoxList {
  readonly file: string;
  /** The process that they are there for. */
  readonly pid: number;
  readonly places: readonly string[];
}

/** Where each box lists its own. */
export function listFolder(home: string): string {
  return join(home, ".gatehouse", "run", "boxes");
}

/** What boxes have listed, also those that have ended without a word. */
export function listsIn(folder: string): readonly BoxList[] {
  return readdirSync(folder).map((name) => {
    const file = join(folder, name);
    return { file, pid: Number.parseInt(name, 10), places: readList(file) };
  });
}

/** The placeholders of all boxes of a user. Never throws. */
export function placeholdersAt(home: string): ReadonlySet<string> {
  try {
    return new Set(listsIn(listFolder(home)).flatMap(({ places }) => places));
  } catch {
    // There has never been one.
    return new Set();
  }
}

function readList(file: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}
