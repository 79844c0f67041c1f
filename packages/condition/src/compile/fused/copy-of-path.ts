import { MapOf, mapGet, mapSet } from "@gatehouse-hooks/json/intrinsics";
import { mapList, newList } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom } from "./atom.js";
import { copies } from "./copies.js";
import type { Copy } from "./copies.js";
import { intern } from "./intern.js";
import type { PathAtom } from "./path-test.js";

/**
 * Which path has which copy of the code, for the whole process as the code itself is. It only decides how fast an
 * atom is. Paths for which no copy is left share the one that reads any path.
 */
const taken = new MapOf<string, MakeAtom>();
const used = newList<boolean>();

/** The maker of atoms for a path: the same one for equal paths. */
export function copyOfPath({ path, key }: Pick<PathAtom, "path" | "key">): MakeAtom {
  const known = mapGet(taken, key);
  if (known !== undefined) return known;
  const names = mapList(path, (name) => (typeof name === "string" ? intern(name) : name));
  let at = 0;
  while (at < copies.length && (used[at] === true || !fits(copies[at] as Copy, path))) at++;
  if (at === copies.length) return shared(names);
  used[at] = true;
  const atoms = (copies[at] as Copy).atoms(names);
  mapSet(taken, key, atoms);
  return atoms;
}

function fits(copy: Copy, path: readonly (string | number)[]): boolean {
  if (copy.path?.length !== path.length) return false;
  for (let i = 0; i < path.length; i++) {
    const name = copy.path[i];
    if (name !== null && name !== path[i]) return false;
  }
  return true;
}

/** INVARIANT: one copy reads any path. */
function shared(path: readonly (string | number)[]): MakeAtom {
  for (let i = 0; i < copies.length; i++) {
    const copy = copies[i];
    if (copy?.path === null) return copy.atoms(path);
  }
  throw new TypeError("no copy for any path");
}
