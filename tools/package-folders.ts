import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The folders in `packages` that are packages, in order. */
export function packageFolders(root: string): readonly string[] {
  const packages = path.join(root, "packages");
  return readdirSync(packages)
    .filter((name) => existsSync(path.join(packages, name, "package.json")))
    .toSorted();
}
