import type { Issue } from "@gatehouse/engine";
import { loadMayrosConfig, type MayrosConfig } from "@gatehouse/formats";
import { readPolicyFiles } from "@gatehouse/runtime";
import { dirname, join } from "node:path";
import type { Settings } from "../settings.js";

/** The configuration in force. */
export interface FoundConfig {
  readonly config: MayrosConfig;
  /** The file it was read from; absent when there is none and the documented defaults hold. */
  readonly path?: string;
  /** Named on the command line: the user's word. A file that was only found in the project speaks for the project. */
  readonly named: boolean;
  readonly issues: readonly Issue[];
}

/** Where a project keeps its configuration; the first one counts. */
const CANDIDATES = [join(".mayros", "config.json5"), "mayros.json5"];

/** Reads the Mayros configuration (document 000, "Configuration"). A file with errors still gives a usable one. */
export async function findConfig({ config, project }: Settings): Promise<FoundConfig> {
  const named = config !== undefined;
  for (const path of named ? [config] : CANDIDATES.map((name) => join(project, name))) {
    const { files, issues } = await readPolicyFiles([{ path, required: named }], { cwd: dirname(path) });
    const [file] = files;
    if (file === undefined && issues.length === 0) continue;
    const read = loadMayrosConfig(file?.text ?? "{}", { path });
    return { config: read.config, path, named, issues: [...issues, ...read.issues] };
  }
  return { ...loadMayrosConfig("{}", { path: "" }), named };
}
