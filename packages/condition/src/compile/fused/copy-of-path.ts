import { mapList, existing } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom } from "./atom.js";
import { anyPath, copies, type Copy } from "./copies.table.js";
import { intern } from "./value-at-path.js";

/** The maker of atoms for a path. It only decides how fast an atom is: every copy that fits gives the same answers. */
export function copyOfPath(path: readonly (string | number)[]): MakeAtom {
  const keys = mapList(path, (name) => (typeof name === "string" ? intern(name) : name));
  for (let i = 0; i < copies.length; i++) {
    const copy = existing(copies[i]);
    if (fits(copy, keys)) return copy.atoms(keys);
  }
  return anyPath(keys);
}

function fits(copy: Copy, path: readonly (string | number)[]): boolean {
  if (copy.path.length !== path.length) return false;
  for (let i = 0; i < path.length; i++) {
    const name = copy.path[i];
    if (name !== null && name !== path[i]) return false;
  }
  return true;
}
