import {
  GUARDED_ETC,
  GUARDED_FILES,
  GUARDED_FOLDERS,
  GUARDED_PLACES,
  GUARDED_PROGRAMS,
  GUARDED_WHOLE,
} from "./guarded-files.table.js";

/** Lists that the conditions of the program's packs name with `$`, and that no file can replace. */
export function guardedGlobs(): Readonly<Record<string, string>> {
  const inFolders = GUARDED_FOLDERS.map(
    ({ names, files, below }) =>
      `${braced(names)}/${braced([...files, ...below.map((folder) => `${folder}{,/**}`)])}`,
  );
  return {
    guardedFiles: braced([
      `**/${braced([...inFolders, ...GUARDED_FILES.filter(isHidden)])}`,
      `**/${braced(GUARDED_WHOLE)}{,/**}`,
    ]),
    guardedPlaces: `{/etc/${braced(GUARDED_ETC)},${GUARDED_PLACES.join(",")},**/${braced(GUARDED_PROGRAMS)}}{,/**}`,
    // What `build/*` takes along is not hidden: a name without a dot counts where it is written.
    guardedNames: `**/${braced([...GUARDED_FILES.filter((name) => !isHidden(name)), "gatehouse.server.yaml", "bin/{gatehouse,gatehouse-hook}"])}`,
    guardedFolders: `**/${braced([...GUARDED_FOLDERS.flatMap(({ names }) => names), ...GUARDED_WHOLE])}`,
  };
}

function braced(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives.join("") : `{${alternatives.join(",")}}`;
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}
