import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Issue } from "@gatehouse/engine";
import { loadMayrosConfig, type MayrosConfig } from "@gatehouse/formats";
import type { Settings } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** The configuration in force. */
export interface FoundConfig {
  readonly config: MayrosConfig;
  /** The file it was read from; absent when there is none and the documented defaults hold. */
  readonly path?: string;
  /** Named on the command line: the user's word. A file that was only found in the project speaks for the project. */
  readonly named: boolean;
  readonly issues: readonly Issue[];
}

/** Where a project keeps its configuration. */
const CANDIDATES = [join(".mayros", "config.json5"), "mayros.json5"];
/** The longest configuration in bytes. */
const MAX_BYTES = 256 * 1024;

/** Reads the Mayros configuration (document 000, "Configuration"). */
export async function findConfig(settings: Settings): Promise<FoundConfig> {
  if (settings.config !== undefined) return await readConfig(settings.config, true);
  for (const name of CANDIDATES) {
    const path = join(settings.project, name);
    if (await isFile(path)) return await readConfig(path, false);
  }
  return { ...loadMayrosConfig("{}", { path: "" }), named: false };
}

async function readConfig(path: string, named: boolean): Promise<FoundConfig> {
  if (!(await isFile(path))) {
    throw new UsageError(`cannot read the configuration \`${path}\``, "check the path given with --config");
  }
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    const issue: Issue = {
      severity: "error",
      code: "too-large",
      message: `the configuration has more than ${MAX_BYTES} bytes`,
      path,
    };
    return { config: loadMayrosConfig("{}", { path }).config, path, named, issues: [issue] };
  }
  return { ...loadMayrosConfig(await readFile(path, "utf8"), { path }), path, named };
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
