import { fileProblems } from "./file-rules.js";
import { folderProblems } from "./folder-cycles.js";
import { findCycles } from "./find-cycles.js";
import { importGraph, neverLoaded } from "./import-graph.table.js";
import { edgeProblems, packageImports } from "./package-edges.js";
import { reachedNpm } from "./reached-npm.js";
import { resolveImport } from "./resolve-import.js";
import type { SourcePackage } from "./source-file.js";

/** The graph as text, and everything that breaks a rule. */
export interface ImportReport {
  readonly graph: string;
  readonly problems: readonly string[];
}

/** Checks the packages of the workspace against the import graph and the rules for source files. */
export function checkPackages(packages: readonly SourcePackage[]): ImportReport {
  const problems: string[] = [];
  for (const folder of Object.keys(importGraph)) {
    if (!packages.some((candidate) => candidate.folder === folder)) {
      problems.push(`the graph has ${folder}, but there is no packages/${folder}`);
    }
  }
  for (const from of packages) {
    problems.push(...edgeProblems(from.folder, packageImports(from, packages).edges));
    for (const file of from.files) problems.push(...fileProblems(file, from, packages));
    const edges = fileEdges(from, packages);
    for (const cycle of findCycles(edges)) {
      problems.push(`packages/${from.folder}/src: files import each other in a circle: ${cycle.join(", ")}`);
    }
    problems.push(...folderProblems(from.folder, edges));
  }
  for (const { from, entry, npm } of neverLoaded) {
    const reached = reachedNpm(from, entry, packages);
    for (const name of npm.filter((candidate) => reached.has(candidate))) {
      problems.push(`entry \`${entry}\` of ${from} loads \`${name}\`: it must not`);
    }
  }
  return { graph: printGraph(packages), problems };
}

function fileEdges(from: SourcePackage, packages: readonly SourcePackage[]): Map<string, string[]> {
  return new Map(
    from.files.map((file) => [
      file.name,
      file.imports.flatMap(({ specifier }) => {
        const target = resolveImport(specifier, file.name, from, packages);
        return target.kind === "file" ? target.names : [];
      }),
    ]),
  );
}

function printGraph(packages: readonly SourcePackage[]): string {
  const order = Object.keys(importGraph);
  const place = (folder: string): number => order.indexOf(folder);
  const lines: string[] = [];
  for (const from of packages.toSorted((a, b) => place(a.folder) - place(b.folder))) {
    const { edges, npm, builtins } = packageImports(from, packages);
    const ours = edges
      .toSorted((a, b) => place(a.to) - place(b.to))
      .map(
        (edge) =>
          `${edge.entries.map((entry) => edge.to + entry.slice(1)).join(", ")}${edge.typesOnly ? " (types)" : ""}`,
      );
    lines.push(`${from.folder} ──► ${ours.join(", ") || "nothing of ours"}`);
    lines.push(`    npm: ${npm.join(", ") || "none"}`);
    lines.push(`    host: ${builtins.join(", ") || "none"}`);
  }
  return lines.join("\n");
}
