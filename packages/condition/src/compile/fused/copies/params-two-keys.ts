import { isKeyed } from "../read-path.js";
import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const paramsTwoKeys: Copy = {
  path: ["params", null, null],
  atoms: (path) => {
    const key1 = keyAt(path, 1);
    const key2 = keyAt(path, 2);
    return pathAtoms((event) => {
      const { params } = event;
      const value1 = isKeyed(params) ? params[key1] : undefined;
      return isKeyed(value1) ? value1[key2] : undefined;
    });
  },
};
