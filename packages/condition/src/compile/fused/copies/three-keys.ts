import { keyAt, type Copy } from "../copy.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import { pathAtoms } from "../path-atoms.js";

export const threeKeys: Copy = {
  path: [null, null, null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    const key1 = keyAt(path, 1);
    const key2 = keyAt(path, 2);
    return pathAtoms((event) => {
      const value0 = event[key0];
      const value1 = typeof value0 === "object" && value0 !== null ? (value0 as JsonObject)[key1] : undefined;
      return typeof value1 === "object" && value1 !== null ? (value1 as JsonObject)[key2] : undefined;
    });
  },
};
