import { type Look, sameLooks } from "@gatehouse-hooks/runtime";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What is no longer as it was seen: files, and what came into a folder or is gone from it. */
export function changedPaths(seen: readonly Look[]): readonly string[] {
  const changed = seen.filter((look) => !sameLooks([look]));
  const named = changed.flatMap((look) => (look[0].startsWith("near:") ? [] : pathsOf(look)));
  return [...new Set(named.length > 0 ? named : changed.map(([, path]) => path))];
}

function pathsOf([kind, path, seen]: Look): readonly string[] {
  const before = kind === "list" ? namesOf(seen) : undefined;
  if (before === undefined) return [path];
  const now = namesIn(path);
  const different = [
    ...before.filter((one) => !now.includes(one)),
    ...now.filter((one) => !before.includes(one)),
  ];
  return different.length > 0 ? different.map((name) => join(path, name)) : [path];
}

/** The names of a list that was kept as it is, each behind its type; undefined for the hash of a long one. */
function namesOf(seen: string): readonly string[] | undefined {
  if (!seen.startsWith("= ")) return undefined;
  return seen
    .slice(2)
    .split("\0")
    .map((line) => line.slice(line.indexOf("/") + 1));
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
