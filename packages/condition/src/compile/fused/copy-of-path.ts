import { mapList, existing } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom } from "./atom.js";
import { anyPath } from "./copies/any-path.js";
import { key } from "./copies/key.js";
import { paramsCommand } from "./copies/params-command.js";
import { paramsContent } from "./copies/params-content.js";
import { paramsFilePath } from "./copies/params-file-path.js";
import { paramsKey } from "./copies/params-key.js";
import { paramsPath } from "./copies/params-path.js";
import { paramsTwoKeys } from "./copies/params-two-keys.js";
import { paramsUrl } from "./copies/params-url.js";
import { sessionKey } from "./copies/session-key.js";
import { threeKeys } from "./copies/three-keys.js";
import { toolName } from "./copies/tool-name.js";
import { twoKeys } from "./copies/two-keys.js";
import type { Copy } from "./copy.js";
import { intern } from "./read-path.js";

/**
 * The closest first. Reads by name are the fastest where events have many shapes, so the paths that most conditions
 * test have copies of their own.
 */
const copies: readonly Copy[] = [
  toolName,
  sessionKey,
  paramsCommand,
  paramsPath,
  paramsFilePath,
  paramsUrl,
  paramsContent,
  paramsKey,
  key,
  twoKeys,
  paramsTwoKeys,
  threeKeys,
];

/** The maker of atoms for a path. It only decides how fast an atom is: every copy that fits gives the same answers. */
export function copyOfPath(path: readonly (string | number)[]): MakeAtom {
  const keys = mapList(path, (name) => (typeof name === "string" ? intern(name) : name));
  for (let i = 0; i < copies.length; i++) {
    const copy = existing(copies[i]);
    if (fits(copy, keys)) return copy.atoms(keys);
  }
  return anyPath(keys);
}

function fits(copy: Copy, path: readonly (string | number)[]): boolean {
  if (copy.path.length !== path.length) return false;
  for (let i = 0; i < path.length; i++) {
    const name = copy.path[i];
    if (name !== null && name !== path[i]) return false;
  }
  return true;
}
