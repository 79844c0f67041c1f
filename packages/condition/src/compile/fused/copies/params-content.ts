import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";
import type { JsonObject } from "@gatehouse-hooks/json";

const atoms = pathAtoms((event) => {
  const { params } = event;
  return typeof params === "object" && params !== null ? (params as JsonObject)["content"] : undefined;
});

export const paramsContent: Copy = { path: ["params", "content"], atoms: () => atoms };
