import path from "node:path";

/**
 * An absolute path. `~` and `~/…` are expanded as Mayros does (document 000, "Configuration"); `~user` is a name like
 * any other.
 */
export function absolutePath(
  text: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string {
  if (text === "~") return path.resolve(cwd, home);
  if (text.startsWith("~/")) return path.resolve(cwd, home, text.slice(2));
  return path.resolve(cwd, text);
}

/** Whether a path starts at the home directory. */
export function startsAtHome(text: string): boolean {
  return text === "~" || text.startsWith("~/");
}

/** Whether a path is a directory itself or something below it. Both are absolute and free of links and `..`. */
export function isInside(directory: string, candidate: string): boolean {
  return (
    candidate === directory ||
    candidate.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)
  );
}
