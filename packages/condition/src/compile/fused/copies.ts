import type { AtomsOfPath } from "./atom.js";
import { pathAtoms } from "./path-atoms.js";

/** A copy of the code for the tests of one path. */
export interface Copy {
  /** The paths that it can read: a name stands for itself, `null` for any key. `null`: all paths. */
  readonly path: readonly (string | null)[] | null;
  readonly atoms: AtomsOfPath;
}

/** The copies there are, the closest first. The sources have one; the build puts its own list in this place. */
export const copies: readonly Copy[] = [{ path: null, atoms: pathAtoms }];
