import { resolveImport } from "./resolve-import.js";
import type { SourceFile, SourcePackage } from "./source-file.js";

/** What goes past the door of the engine, and the packages that may use it; everybody else takes `begin` and `settle`. */
const PAST_THE_DOOR: Readonly<Record<string, readonly string[]>> = {
  step: ["engine", "runtime"],
  decide: ["engine"],
  admitEvent: ["engine"],
};

/** The files that hand the names on to embedders, and use none of them. */
const HANDED_ON: ReadonlySet<string> = new Set(["core/stored.ts"]);

/** Uses of the engine that go past its door: an event would be decided there that is refused elsewhere. */
export function doorProblems(
  file: SourceFile,
  from: SourcePackage,
  packages: readonly SourcePackage[],
): readonly string[] {
  const place = `packages/${from.folder}/src/${file.name}`;
  if (HANDED_ON.has(`${from.folder}/${file.name}`)) return [];
  return file.imports.flatMap(({ specifier, names, line }) => {
    const target = resolveImport(specifier, file.name, from, packages);
    if (target.kind !== "package" || target.folder !== "engine") return [];
    return names
      .filter((name) => name === "*" || !(PAST_THE_DOOR[name] ?? [from.folder]).includes(from.folder))
      .map(
        (name) =>
          `${place}:${line}: no \`${name}\` of the engine here: decisions begin at its door, \`begin\``,
      );
  });
}
