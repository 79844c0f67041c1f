import { pathAtoms } from "../path-atoms.js";
import type { Copy } from "../copy.js";

const atoms = pathAtoms((event) => event["toolName"]);

export const toolName: Copy = { path: ["toolName"], atoms: () => atoms };
