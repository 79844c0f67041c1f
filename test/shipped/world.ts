import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A home of its own with a project in it: what the installed command finds, and what is decided from source, too. */
export interface World {
  readonly home: string;
  readonly project: string;
  /** What the environment of the command says beside its home. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of its stores. */
  readonly stores: string;
}

/** An empty home in an existing folder without links in its path. */
export function emptyWorld(root: string): World {
  const home = path.join(root, "home");
  const project = path.join(home, "project");
  const cache = path.join(root, "cache");
  mkdirSync(path.join(project, ".git"), { recursive: true });
  mkdirSync(path.join(project, "src"));
  writeFileSync(path.join(project, "src/app.ts"), "export const one = 1;\n");
  return {
    home,
    project,
    env: { HOME: home, XDG_CACHE_HOME: cache },
    stores: path.join(cache, "gatehouse"),
  };
}
