import { keyAt, type Copy } from "../copy.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import { pathAtoms } from "../path-atoms.js";

export const twoKeys: Copy = {
  path: [null, null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    const key1 = keyAt(path, 1);
    return pathAtoms((event) => {
      const value0 = event[key0];
      return typeof value0 === "object" && value0 !== null ? (value0 as JsonObject)[key1] : undefined;
    });
  },
};
