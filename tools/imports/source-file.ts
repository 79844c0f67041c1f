import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { scanSource } from "./scan-source.js";
import type { SourceFacts } from "./scan-source.js";

/** A source file of a package with its facts. */
export interface SourceFile extends SourceFacts {
  /** Path below the package's `src`, with `/`. */
  readonly name: string;
}

/** A package of the workspace as far as its imports are concerned. */
export interface SourcePackage {
  /** The folder below `packages/`. */
  readonly folder: string;
  readonly npmName: string;
  /** Not published: its entries are for the packages of the workspace. */
  readonly isPrivate?: boolean;
  /** From the entry (`.`, `./compile`) to the source file below `src`. */
  readonly entries: Readonly<Record<string, string>>;
  /** From the names of `imports` (`#sha256`) to the source files below `src` that they may mean. */
  readonly internal: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly SourceFile[];
}

type Condition = string | { readonly [name: string]: Condition };

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, Condition>>;
  readonly imports?: Readonly<Record<string, Condition>>;
}

/** Reads every package below `folder` that has a `src`. */
export function readPackages(folder: string): SourcePackage[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "src")))
    .map((entry) => readPackage(path.join(folder, entry.name)));
}

function readPackage(folder: string): SourcePackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  const entries: Record<string, string> = {};
  for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
    const [source] = sourcesOf(target);
    if (source !== undefined) entries[entry] = source;
  }
  const internal = Object.fromEntries(
    Object.entries(manifest.imports ?? {}).map(([name, target]) => [name, sourcesOf(target)]),
  );
  const src = path.join(folder, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.split(path.sep).join("/"))
    .toSorted()
    .map((name) => ({ name, ...scanSource(readFileSync(path.join(src, name), "utf8"), name) }));
  return {
    folder: path.basename(folder),
    npmName: manifest.name,
    isPrivate: manifest.private === true,
    entries,
    internal,
    files,
  };
}

/** The files below `src` that a target of `exports` or `imports` names. */
function sourcesOf(target: Condition): string[] {
  if (typeof target !== "string") return Object.values(target).flatMap(sourcesOf);
  return target.startsWith("./src/") ? [target.slice("./src/".length)] : [];
}
