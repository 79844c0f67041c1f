import { isKeyed } from "../read-path.js";
import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const paramsKey: Copy = {
  path: ["params", null],
  atoms: (path) => {
    const key1 = keyAt(path, 1);
    return pathAtoms((event) => {
      const value0 = event["params"];
      return isKeyed(value0) ? value0[key1] : undefined;
    });
  },
};
