import path from "node:path";
import { entriesOf } from "../looks/recorded-fs.js";
import { FILE_LIMITS, POLICY_EXTENSIONS } from "./file-limits.js";
import { holdsPolicies } from "./holds-policies.js";
import { isNear } from "../looks/is-near.js";
import type { NotRead } from "./not-read.js";
import { isPolicyName } from "./policy-name.js";

/**
 * What is next to a place under nearly its name and holds policies: `.gatehouses/`, `gatehouse.yaml`. Never throws.
 *
 * @param place absolute; it need not exist
 * @param roots that are read, absolute and without links
 */
export async function nearNames(place: string, roots: ReadonlySet<string>): Promise<readonly NotRead[]> {
  const directory = path.dirname(place);
  const expected = path.basename(place);
  const found: NotRead[] = [];
  try {
    let entries = 0;
    for await (const entry of entriesOf(directory, expected)) {
      if (++entries > FILE_LIMITS.entriesPerDirectory) break;
      const { name } = entry;
      if (name === expected || !isNear(name, expected)) continue;
      const at = path.join(directory, name);
      if (roots.has(at)) continue;
      const isFile = isPolicyName(name, POLICY_EXTENSIONS) && !entry.isDirectory();
      if (!isFile && !(await holdsPolicies(at, POLICY_EXTENSIONS))) continue;
      found.push({
        name,
        message: `it is not read: policies are read from \`${expected}\``,
        cure:
          path.extname(expected) === "" && isFile
            ? `move it into \`${expected}\``
            : `name it \`${expected}\``,
        aside: true,
      });
    }
  } catch {
    // Not there, or unreadable: nothing is known about it.
  }
  return found;
}
