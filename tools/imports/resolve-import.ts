import { isBuiltin } from "node:module";
import path from "node:path";

import type { SourcePackage } from "./source-file.js";

/** Where an import leads; by a `#` name it may be one of several files, depending on the host. */
export type Target =
  | { readonly kind: "file"; readonly names: readonly string[] }
  | { readonly kind: "package"; readonly folder: string; readonly entry: string }
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "npm"; readonly name: string }
  | { readonly kind: "outside"; readonly specifier: string };

/** Resolves a specifier as written in `file` of `from`. Says nothing about whether the target exists. */
export function resolveImport(
  specifier: string,
  file: string,
  from: SourcePackage,
  packages: readonly SourcePackage[],
): Target {
  if (specifier.startsWith(".")) {
    // Data is named by the file that says its type.
    const name = path.posix
      .join(path.posix.dirname(file), specifier)
      .replace(/\.js$/, ".ts")
      .replace(/\.json$/, ".d.json.ts");
    const known = from.files.some((candidate) => candidate.name === name);
    return known ? { kind: "file", names: [name] } : { kind: "outside", specifier };
  }
  if (specifier.startsWith("#")) {
    const names = from.internal[specifier] ?? [];
    return names.length > 0 ? { kind: "file", names } : { kind: "outside", specifier };
  }
  if (isBuiltin(specifier)) return { kind: "builtin", name: specifier };
  const parts = specifier.split("/");
  const npmName = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const ours = packages.find((candidate) => candidate.npmName === npmName);
  if (ours === undefined) return { kind: "npm", name: npmName };
  const rest = specifier.slice(npmName.length);
  return { kind: "package", folder: ours.folder, entry: `.${rest}` };
}
