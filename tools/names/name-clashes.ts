import { ownOption } from "@gatehouse-hooks/json";
import { resolveImport } from "../imports/resolve-import.js";
import type { SourcePackage } from "../imports/source-file.js";
import { type ExportFact, scanExports } from "./scan-exports.js";

/** Tells the text of a source file: of a package, by its name below `src`. */
export type ReadSource = (folder: string, file: string) => string;

type Exports = ReadonlyMap<string, readonly ExportFact[]>;

/**
 * Names that mean two things: a type that two files of the workspace export, and a name that the entries of two published packages
 * export for different things: a program imports from several of them. Passing on the same thing is not a clash.
 */
export function nameClashes(packages: readonly SourcePackage[], read: ReadSource): readonly string[] {
  const exports = new Map(
    packages.flatMap(({ folder, files }) =>
      files.map(({ name }) => [`${folder}/${name}`, scanExports(read(folder, name), name)] as const),
    ),
  );
  return [...typeClashes(exports), ...entryClashes(packages, exports)];
}

function typeClashes(exports: Exports): readonly string[] {
  const files = new Map<string, string[]>();
  for (const [file, facts] of exports) {
    for (const { kind, name } of facts) {
      if (kind === "type") files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  return clashes(files, "type");
}

function entryClashes(packages: readonly SourcePackage[], exports: Exports): readonly string[] {
  const meanings = new Map<string, string[]>();
  for (const from of packages) {
    if (from.isPrivate === true) continue;
    const names = new Map<string, string>();
    for (const entry of Object.values(from.entries)) {
      for (const fact of exports.get(`${from.folder}/${entry}`) ?? []) {
        names.set(fact.name, originOf(fact, from, entry, packages, exports));
      }
    }
    for (const [name, origin] of names) meanings.set(name, [...(meanings.get(name) ?? []), origin]);
  }
  return clashes(meanings, "name");
}

/** Names that are the words of two worlds, by what declares them, and why both stay. */
const BOTH_STAY: Readonly<Record<string, string>> = {
  // A gate of hooks is captain-hook's word for what blocks; in programs it is what tools are behind. No file needs both.
  gate: "core/gate.ts and hooks/plain-hooks.ts",
};

function clashes(meanings: ReadonlyMap<string, readonly string[]>, what: string): readonly string[] {
  return [...meanings]
    .map(([name, origins]) => [name, [...new Set(origins)].toSorted()] as const)
    .filter(([name, origins]) => origins.length > 1 && ownOption(BOTH_STAY, name) !== origins.join(" and "))
    .map(
      ([name, origins]) =>
        `the ${what} \`${name}\` means different things in ${origins.join(" and ")}: rename one`,
    );
}

/** The file, or the npm package, where a name is declared. Files do not import each other in circles. */
function originOf(
  fact: ExportFact,
  from: SourcePackage,
  file: string,
  packages: readonly SourcePackage[],
  exports: Exports,
): string {
  const here = `${from.folder}/${file}`;
  if (fact.kind !== "passed") return here;
  const target = resolveImport(fact.specifier, file, from, packages);
  const next = target.kind === "package" ? packages.find(({ folder }) => folder === target.folder) : from;
  const nextFile = target.kind === "package" ? next?.entries[target.entry] : namesIn(target)[0];
  if (next === undefined || nextFile === undefined) return fact.specifier;
  const found = exports.get(`${next.folder}/${nextFile}`)?.find(({ name }) => name === fact.original);
  return found === undefined
    ? `${next.folder}/${nextFile}`
    : originOf(found, next, nextFile, packages, exports);
}

function namesIn(target: ReturnType<typeof resolveImport>): readonly string[] {
  return target.kind === "file" ? target.names : [];
}
