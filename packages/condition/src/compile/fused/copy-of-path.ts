import type { MakeAtom } from "./atom.js";
import { copies } from "./copies.js";
import type { Copy } from "./copies.js";

/**
 * Which path has which copy of the code, for the whole process as the code itself is. It only decides how fast an
 * atom is. Paths beyond the copies share the last copy for their length.
 */
const taken = new Map<string, MakeAtom>();
const free: Copy[] = copies.filter(({ path, length }) => path === undefined && length > 0);

/** The maker of atoms for a path: the same one for equal paths. */
export function copyOfPath(path: readonly (string | number)[]): MakeAtom {
  const key = JSON.stringify(path);
  const known = taken.get(key);
  if (known !== undefined) return known;
  const fixed = copies.find((copy) => copy.path !== undefined && JSON.stringify(copy.path) === key);
  const at = free.findIndex(({ length }) => length === path.length);
  const own = fixed ?? free[at];
  if (own === undefined) return shared(path);
  if (fixed === undefined) free.splice(at, 1);
  const atoms = own.atoms(path);
  taken.set(key, atoms);
  return atoms;
}

/** INVARIANT: one copy reads paths of any length. */
function shared(path: readonly (string | number)[]): MakeAtom {
  const copy = copies.find(({ length }) => length === 0);
  if (copy === undefined) throw new TypeError("no copy for paths of any length");
  return copy.atoms(path);
}
