import type { JsonObject } from "@gatehouse-hooks/json";
import { keyAt, type Copy } from "../copy.js";
import { pathAtoms } from "../path-atoms.js";

export const paramsTwoKeys: Copy = {
  path: ["params", null, null],
  atoms: (path) => {
    const key1 = keyAt(path, 1);
    const key2 = keyAt(path, 2);
    return pathAtoms((event) => {
      const { params } = event;
      const value1 = typeof params === "object" && params !== null ? (params as JsonObject)[key1] : undefined;
      return typeof value1 === "object" && value1 !== null ? (value1 as JsonObject)[key2] : undefined;
    });
  },
};
