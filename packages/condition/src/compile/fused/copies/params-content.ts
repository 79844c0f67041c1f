import { isKeyed } from "../read-path.js";
import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["content"] : undefined;
});

export const paramsContent: Copy = { path: ["params", "content"], atoms: () => atoms };
