import { join, resolve } from "node:path";

/** An absolute path: a leading `~` is the home directory, anything relative starts at `base`. */
export function expandHome(path: string, home: string, base: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(base, path);
}
