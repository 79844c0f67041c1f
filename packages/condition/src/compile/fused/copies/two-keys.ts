import { isKeyed } from "../read-path.js";
import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const twoKeys: Copy = {
  path: [null, null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    const key1 = keyAt(path, 1);
    return pathAtoms((event) => {
      const value0 = event[key0];
      return isKeyed(value0) ? value0[key1] : undefined;
    });
  },
};
