import { importGraph } from "../../tools/imports/import-graph.table.js";
import { scanSource } from "../../tools/imports/scan-source.js";
import type { SourcePackage } from "../../tools/imports/source-file.js";

/** The texts of files, by package and path below `src`. */
export type Planted = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A tree in which each package imports exactly what the graph lists, with more text for some files. */
export function plantedWorkspace(more: Planted = {}): SourcePackage[] {
  return Object.entries(importGraph).map(([folder, edges]) => {
    const lines = edges.map(({ to, entries, typesOnly }) => {
      const specifier = `@gatehouse-hooks/${to}${(entries[0] ?? ".").slice(1)}`;
      return `import ${typesOnly ? "type " : ""}{ a } from "${specifier}";`;
    });
    const texts: Record<string, string> = { "index.ts": lines.join("\n"), ...more[folder] };
    return {
      folder,
      npmName: `@gatehouse-hooks/${folder}`,
      entries: {
        ".": "index.ts",
        "./compile": "compile.ts",
        "./canonical": "canonical.ts",
        "./intrinsics": "intrinsics.ts",
        "./values": "values.ts",
      },
      internal: { "#parser": ["parser.ts"] },
      files: Object.entries(texts).map(([name, text]) => ({ name, ...scanSource(text, name) })),
    };
  });
}
