import type { JsonObject } from "@gatehouse-hooks/json";
import { restBelow, isAbsolute, joined, normalized } from "./paths.js";

/**
 * Adds to an event about a file what `patterns` look at: `file_path`, absolute where that can be known, and
 * `relative_path`, the path below the project's root (`project_dir`, else `working_dir`). A file outside of the root keeps
 * its absolute path there. Other events stay as they are. Without it, hooks with patterns run for every file.
 */
export function prepareMimirEvent(event: JsonObject): JsonObject {
  // The host's own value does not count.
  const { relative_path: _, ...given } = event;
  const { file_path: file } = given;
  if (typeof file !== "string") return given;
  const root = directoryOf(given, "project_dir") ?? directoryOf(given, "working_dir");
  const from = directoryOf(given, "working_dir") ?? root;
  if (isAbsolute(file)) {
    const absolute = normalized(file);
    if (root === undefined) return { ...given, file_path: absolute };
    return { ...given, file_path: absolute, relative_path: restBelow(root, absolute) ?? absolute };
  }
  if (from === undefined || root === undefined) return { ...given, relative_path: normalized(file) };
  const absolute = normalized(joined(from, file));
  return { ...given, file_path: absolute, relative_path: restBelow(root, absolute) ?? absolute };
}

function directoryOf(event: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === "string" && isAbsolute(value) ? normalized(value) : undefined;
}
