import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Whether `dist` is as new as the sources, so that a process of its own may start from it: that takes a fifth of the
 * processor time. What the build writes last is compared.
 */
export function isBuilt(): boolean {
  built ??= isNew(path.join(root, "packages/cli/dist/bin.js"));
  return built;
}

/** Looked up once in a process: that is 2,000 files. */
let built: boolean | undefined;

function isNew(bundle: string): boolean {
  return existsSync(bundle) && statSync(bundle).mtimeMs > lastChange();
}

/** When a source of a package was written last, in milliseconds since 1970. */
function lastChange(): number {
  const packages = path.join(root, "packages");
  const sources = readdirSync(packages)
    .map((name) => path.join(packages, name, "src"))
    .filter((folder) => existsSync(folder));
  return Math.max(
    ...sources.flatMap((folder) => [
      statSync(folder).mtimeMs,
      ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (file) => statSync(path.join(folder, file)).mtimeMs,
      ),
    ]),
  );
}
