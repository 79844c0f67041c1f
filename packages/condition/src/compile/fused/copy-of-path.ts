import type { MakeAtom } from "./atom.js";
import { copies } from "./copies.js";
import type { Copy } from "./copies.js";
import { intern } from "./intern.js";
import type { PathAtom } from "./path-test.js";

/**
 * Which path has which copy of the code, for the whole process as the code itself is. It only decides how fast an
 * atom is. Paths for which no copy is left share the one that reads any path.
 */
const taken = new Map<string, MakeAtom>();
const free: Copy[] = copies.filter(({ path }) => path !== undefined);

/** The maker of atoms for a path: the same one for equal paths. */
export function copyOfPath({ path, key }: Pick<PathAtom, "path" | "key">): MakeAtom {
  const known = taken.get(key);
  if (known !== undefined) return known;
  const at = free.findIndex((copy) => fits(copy, path));
  const [own] = at < 0 ? [] : free.splice(at, 1);
  const names = path.map((name) => (typeof name === "string" ? intern(name) : name));
  if (own === undefined) return shared(names);
  const atoms = own.atoms(names);
  taken.set(key, atoms);
  return atoms;
}

function fits(copy: Copy, path: readonly (string | number)[]): boolean {
  return copy.path?.length === path.length && copy.path.every((name, i) => name === null || name === path[i]);
}

/** INVARIANT: one copy reads any path. */
function shared(path: readonly (string | number)[]): MakeAtom {
  const copy = copies.find((one) => one.path === undefined);
  if (copy === undefined) throw new TypeError("no copy for any path");
  return copy.atoms(path);
}
