import type { AtomsOfPath } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";
import { readPath } from "../read-path.js";

/** Takes every path: it reads in a loop. */
export const anyPath: AtomsOfPath = (path) => pathAtoms((event) => readPath(event, path));
