import type { AtomsOfPath } from "./atom.js";
import { pathAtoms } from "./path-atoms.js";

/** A copy of the code for the tests of one path. */
export interface Copy {
  /** The only path that it can read, when the path is written into it. */
  readonly path?: readonly string[];
  /** The length of the paths that it can read; 0 for any. */
  readonly length: number;
  readonly atoms: AtomsOfPath;
}

/** The copies there are. The sources have one; the build puts its own list in this place. */
export const copies: readonly Copy[] = [{ length: 0, atoms: pathAtoms }];
