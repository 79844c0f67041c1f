import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const key: Copy = {
  path: [null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    return pathAtoms((event) => event[key0]);
  },
};
