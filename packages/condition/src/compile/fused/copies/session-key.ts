import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => event["sessionKey"]);

export const sessionKey: Copy = { path: ["sessionKey"], atoms: () => atoms };
