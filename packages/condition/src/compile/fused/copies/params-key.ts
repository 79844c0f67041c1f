import { keyAt, type Copy } from "../copy.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import { pathAtoms } from "../path-atoms.js";

export const paramsKey: Copy = {
  path: ["params", null],
  atoms: (path) => {
    const key1 = keyAt(path, 1);
    return pathAtoms((event) => {
      const value0 = event["params"];
      return typeof value0 === "object" && value0 !== null ? (value0 as JsonObject)[key1] : undefined;
    });
  },
};
