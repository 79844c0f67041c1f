import { isKeyed } from "../read-path.js";
import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["command"] : undefined;
});

export const paramsCommand: Copy = { path: ["params", "command"], atoms: () => atoms };
