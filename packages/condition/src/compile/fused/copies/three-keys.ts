import { isKeyed } from "../read-path.js";
import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const threeKeys: Copy = {
  path: [null, null, null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    const key1 = keyAt(path, 1);
    const key2 = keyAt(path, 2);
    return pathAtoms((event) => {
      const value0 = event[key0];
      const value1 = isKeyed(value0) ? value0[key1] : undefined;
      return isKeyed(value1) ? value1[key2] : undefined;
    });
  },
};
