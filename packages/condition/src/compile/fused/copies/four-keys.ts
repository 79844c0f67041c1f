import { keyAt, type Copy } from "../copy.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import { pathAtoms } from "../path-atoms.js";

export const fourKeys: Copy = {
  path: [null, null, null, null],
  atoms: (path) => {
    const key0 = keyAt(path, 0);
    const key1 = keyAt(path, 1);
    const key2 = keyAt(path, 2);
    const key3 = keyAt(path, 3);
    return pathAtoms((event) => {
      const value0 = event[key0];
      const value1 = typeof value0 === "object" && value0 !== null ? (value0 as JsonObject)[key1] : undefined;
      const value2 = typeof value1 === "object" && value1 !== null ? (value1 as JsonObject)[key2] : undefined;
      return typeof value2 === "object" && value2 !== null ? (value2 as JsonObject)[key3] : undefined;
    });
  },
};
