import { importGraph } from "./import-graph.table.js";
import type { AllowedEdge } from "./import-graph.table.js";
import { resolveImport } from "./resolve-import.js";
import type { SourcePackage } from "./source-file.js";

/** What one package imports from another, over all its files. */
export interface PackageEdge {
  readonly to: string;
  readonly entries: readonly string[];
  readonly typesOnly: boolean;
}

/** The imports of a package: other packages of the workspace, npm packages, modules of the host. */
export interface PackageImports {
  readonly edges: readonly PackageEdge[];
  readonly npm: readonly string[];
  readonly builtins: readonly string[];
}

/** Collects what `from` imports. */
export function packageImports(from: SourcePackage, packages: readonly SourcePackage[]): PackageImports {
  const edges = new Map<string, { entries: Set<string>; typesOnly: boolean }>();
  const npm = new Set<string>();
  const builtins = new Set<string>();
  for (const file of from.files) {
    for (const { specifier, typeOnly } of file.imports) {
      const target = resolveImport(specifier, file.name, from, packages);
      if (target.kind === "npm") npm.add(target.name);
      if (target.kind === "builtin") builtins.add(target.name);
      if (target.kind !== "package") continue;
      const edge = edges.get(target.folder) ?? { entries: new Set(), typesOnly: true };
      edge.entries.add(target.entry);
      edge.typesOnly &&= typeOnly;
      edges.set(target.folder, edge);
    }
  }
  return {
    edges: [...edges].map(([to, edge]) => ({
      to,
      entries: [...edge.entries].toSorted(),
      typesOnly: edge.typesOnly,
    })),
    npm: [...npm].toSorted(),
    builtins: [...builtins].toSorted(),
  };
}

/** The differences between what a package imports and the graph, one sentence each. */
export function edgeProblems(
  folder: string,
  actual: readonly PackageEdge[],
  graph: Readonly<Record<string, readonly AllowedEdge[]>> = importGraph,
): string[] {
  const allowed = graph[folder];
  if (allowed === undefined) return [`packages/${folder} is not in the import graph`];
  const problems: string[] = [];
  for (const edge of actual) {
    const rule = allowed.find((candidate) => candidate.to === edge.to);
    if (rule === undefined) {
      problems.push(`${folder} may not import ${edge.to}`);
      continue;
    }
    if (rule.typesOnly && !edge.typesOnly) problems.push(`${folder} may import only types of ${edge.to}`);
    for (const entry of edge.entries) {
      if (!rule.entries.includes(entry)) {
        problems.push(
          `${folder} may not import entry \`${entry}\` of ${edge.to}, only ${rule.entries.join(", ")}`,
        );
      }
    }
  }
  for (const rule of allowed) {
    if (!actual.some((edge) => edge.to === rule.to)) {
      problems.push(`the graph says that ${folder} imports ${rule.to}, but it does not: remove the edge`);
    }
  }
  return problems;
}
