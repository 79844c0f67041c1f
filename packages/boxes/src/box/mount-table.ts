import type { MountTargets } from "@gatehouse-hooks/box";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * All mounts that a process sees, with the number of each: it is another text as soon as one has come, gone or moved. What is mounted on a file
 * or folder goes with it when that is given another name, and is gone when it is removed.
 *
 * @returns undefined: there is no such process
 */
export function mountTable(pid: number | "self"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  } catch {
    return undefined;
  }
}

/** Something that is mounted. */
interface Mount {
  readonly point: string;
  /** The file system, and the path in it. */
  readonly device: string;
  readonly root: string;
}

/** A mount over another one comes later. */
function mountsIn(table: string): readonly Mount[] {
  return table.split("\n").map((line) => {
    const [, , device = "", root = "", point = ""] = line.split(" ");
    return { device, root: unescaped(root), point: unescaped(point) };
  });
}

/** Spaces, line breaks, tabs and backslashes are written as numbers. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/**
 * Whether in a table everything is mounted that should be, beside what is on the machine. A path that led elsewhere for a moment, by a link in the
 * place of a folder, has another file or folder mounted.
 *
 * @param targets what is to be mounted, by where, absolute and without links; undefined: something empty
 */
export function isMounted(own: string, machine: string, targets: MountTargets): boolean {
  const [made, before] = [byPoint(own), byPoint(machine)];
  return [...targets].every(([point, from]) => {
    const there = made.get(point) ?? [];
    if (there.length <= (before.get(point)?.length ?? 0)) return false;
    const [last, wanted] = [there.at(-1), from === undefined ? undefined : placeOf(from, before)];
    return from === undefined || (last?.device === wanted?.device && last?.root === wanted?.root);
  });
}

function byPoint(table: string): ReadonlyMap<string, readonly Mount[]> {
  const found = new Map<string, Mount[]>();
  for (const one of mountsIn(table)) found.set(one.point, [...(found.get(one.point) ?? []), one]);
  return found;
}

/** Where a path is, by the mount that it is in. */
function placeOf(
  path: string,
  mounts: ReadonlyMap<string, readonly Mount[]>,
): Pick<Mount, "device" | "root"> | undefined {
  for (let at = path; ; at = join(at, "..")) {
    const found = mounts.get(at)?.at(-1);
    if (found !== undefined) return { device: found.device, root: join(found.root, relative(at, path)) };
    if (at === "/") return undefined;
  }
}
