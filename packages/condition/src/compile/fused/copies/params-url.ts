import { isKeyed } from "../read-path.js";
import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["url"] : undefined;
});

export const paramsUrl: Copy = { path: ["params", "url"], atoms: () => atoms };
