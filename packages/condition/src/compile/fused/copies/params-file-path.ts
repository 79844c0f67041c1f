import { isKeyed } from "../read-path.js";
import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["file_path"] : undefined;
});

export const paramsFilePath: Copy = { path: ["params", "file_path"], atoms: () => atoms };
