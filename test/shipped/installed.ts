import { realpathSync } from "node:fs";
import path from "node:path";
import { NO_OPT } from "../../packages/console/src/program-file.js";
import { isFresh, makeSnapshot } from "../../packages/agents/src/init/snapshot/make-snapshot.js";
import { SNAPSHOT } from "../../packages/agents/src/init/hook-file.js";
import { SNAPSHOT_OPTIONS } from "../../packages/agents/src/init/snapshot/script-words.table.js";
import { COMMAND_PACKAGE } from "../../tools/scope.js";
import { root } from "../e2e/spawn-cli.js";
import { installTarballs } from "../packaging/install-tarballs.js";
import { packPackages } from "../packaging/packed-packages.js";

/** The command as it was installed. */
export interface Installed {
  /** Its program, without links, as the line that `gatehouse init` installs names it. */
  readonly bin: string;
  /** The Node that runs it. */
  readonly node: string;
  /** What Node is given before the program: nothing, or the snapshot that it starts from. */
  readonly options?: readonly string[];
}

/** `GATEHOUSE_SHIPPED_NODE`, or the Node of this process: what decides from source is always the latter. */
const NODE = process.env["GATEHOUSE_SHIPPED_NODE"] || process.execPath;

/** Packs the command, and installs it in an empty folder below `folder`, as a user would. */
export async function installCommand(folder: string): Promise<Installed> {
  const packed = await packPackages(folder, [COMMAND_PACKAGE]);
  const there = path.join(folder, "prefix");
  await installTarballs(there, packed, packed);
  return { bin: realpathSync(path.join(there, "node_modules/.bin/gatehouse")), node: NODE };
}

/** The same, started from the snapshot that is made of it. */
export function fromSnapshot({ bin, node }: Installed): Installed {
  const made = isFresh({ node, binary: bin }) || makeSnapshot({ node, binary: bin });
  if (!made) throw new Error("no snapshot of the installed program could be made");
  return {
    bin,
    node,
    options: [NO_OPT, "--snapshot-blob", path.join(path.dirname(bin), SNAPSHOT), ...SNAPSHOT_OPTIONS],
  };
}

/** What the build left in the workspace. */
export function builtCommand(): Installed {
  return { bin: path.join(root, "packages/cli/dist/bin.js"), node: NODE };
}
