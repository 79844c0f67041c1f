import { folderCycles } from "./exceptions.table.js";
import { findCycles } from "./find-cycles.js";

/**
 * The folders of a package that import each other in a circle. Compared are the folders that lie side by side, each with
 * all that is in it; a file that lies beside them belongs to none of them.
 *
 * @param edges from each file of the package to those that it imports, paths below `src`
 */
export function folderProblems(name: string, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const between = new Map<string, string[]>();
  for (const [file, targets] of edges) {
    for (const target of targets) {
      const [from, to] = sideBySide(file, target);
      if (from !== undefined && to !== undefined) between.set(from, [...(between.get(from) ?? []), to]);
    }
  }
  const place = `packages/${name}/src`;
  const known = folderCycles.filter((one) => one.name === name);
  const cycles = findCycles(between);
  const isIn = (cycle: readonly string[], folders: readonly string[]): boolean =>
    cycle.every((folder) => folders.includes(folder));
  return [
    ...cycles
      .filter((cycle) => !known.some(({ folders }) => isIn(cycle, folders)))
      .map((cycle) => `${place}: folders import each other in a circle: ${cycle.join(", ")}`),
    ...known
      .filter(({ folders }) => !cycles.some((cycle) => isIn(folders, cycle)) && hasAll(edges, folders))
      .map(({ folders }) => `${place}: no circle of ${folders.join(", ")} any more: remove the exception`),
  ];
}

/** The two folders in which the ways to the files part, where both are folders. */
function sideBySide(file: string, target: string): readonly [string?, string?] {
  const [from, to] = [file.split("/"), target.split("/")];
  let at = 0;
  while (at < from.length && from[at] === to[at]) at++;
  if (at >= from.length - 1 || at >= to.length - 1) return [];
  return [from.slice(0, at + 1).join("/"), to.slice(0, at + 1).join("/")];
}

function hasAll(edges: ReadonlyMap<string, readonly string[]>, folders: readonly string[]): boolean {
  const files = [...edges.keys()];
  return folders.every((folder) => files.some((file) => file.startsWith(`${folder}/`)));
}
