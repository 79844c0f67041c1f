import { existing } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom } from "./atom.js";

/** Makes the atoms of one path, which starts at the event and whose keys are plain (`isPlainKey`). */
export type AtomsOfPath = (path: readonly (string | number)[]) => MakeAtom;

/** The code for the tests of the paths of one form. */
export interface Copy {
  /** The paths that it reads: a name stands for itself, `null` for any key. */
  readonly path: readonly (string | null)[];
  readonly atoms: AtomsOfPath;
}

/** INVARIANT: a copy is given paths of its own length. */
export function keyAt(path: readonly (string | number)[], at: number): string | number {
  return existing(path[at]);
}
