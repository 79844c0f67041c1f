import { posix } from "node:path";

import { resolveImport } from "../imports/resolve-import.js";
import type { House, HouseFile } from "./house-source.js";

/** The most lines of a file that may be part of its reader. */
const SMALL = 20;
/** The most lines of a file with one reader that is counted. */
const FOLDED = 30;

/** A package, its files and lines, the largest first. */
export function packageSizes({ packages, sources }: House): readonly string[] {
  return packages
    .map(({ folder }) => {
      const own = sources.filter(({ of }) => of === folder);
      return { folder, files: own.length, lines: linesOf(own) };
    })
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ folder, files, lines }) => `${folder}: ${files} files, ${lines} lines`);
}

/** All lines of some files. */
export function linesOf(files: readonly HouseFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0);
}

/** Sources of at most 20 lines. */
export function smallFiles({ sources }: House): readonly string[] {
  return sources.filter(({ lines }) => lines <= SMALL).map(({ place }) => place);
}

/** Folders of sources with one file and nothing else in them. */
export function oneFileFolders({ sources }: House): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const { place } of sources) {
    for (let at = place; at.includes("/src/"); at = posix.dirname(at)) {
      const above = posix.dirname(at);
      folders.set(above, [...new Set([...(folders.get(above) ?? []), at])]);
    }
  }
  return [...folders]
    .filter(
      ([folder, [only = "", ...others]]) =>
        others.length === 0 && !folder.endsWith("/src") && only.endsWith(".ts"),
    )
    .map(([folder]) => folder);
}

/** Sources of at most 30 lines, or `most`, that one other file imports, the entries left out. */
export function oneReaderFiles({ packages, sources }: House, most = FOLDED): readonly string[] {
  const readers = new Map<string, Set<string>>();
  const entries = new Set<string>();
  for (const from of packages) {
    for (const entry of Object.values(from.entries)) entries.add(`${from.folder}/${entry}`);
    for (const file of from.files) {
      for (const { specifier } of file.imports) {
        const target = resolveImport(specifier, file.name, from, packages);
        if (target.kind !== "file") continue;
        for (const name of target.names) {
          const key = `${from.folder}/${name}`;
          readers.set(key, (readers.get(key) ?? new Set()).add(file.name));
        }
      }
    }
  }
  return sources
    .filter(({ of, name, lines }) => lines <= most && !entries.has(`${of}/${name}`))
    .filter(({ of, name }) => readers.get(`${of}/${name}`)?.size === 1)
    .map(({ place }) => place);
}
