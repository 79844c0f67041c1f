import type { Issue } from "@gatehouse-hooks/json";
import { type LostPolicy, lostTo } from "@gatehouse-hooks/engine";
import { loadMayrosConfig, type MayrosConfig } from "@gatehouse-hooks/hosts";
import { PROJECT_BUDGET, readPolicyFiles } from "@gatehouse-hooks/runtime";
import { dirname, join } from "node:path";
import type { Settings } from "../settings.js";

/** The configuration in force. */
export interface FoundConfig {
  readonly config: MayrosConfig;
  /** The file it was read from; absent when there is none and the documented defaults hold. */
  readonly path?: string;
  /** Named on the command line, hence the user's. A file that was only found in the project counts as the project's. */
  readonly named: boolean;
  readonly issues: readonly Issue[];
  /** What its errors lose: it may have named a folder of policies. */
  readonly lost: readonly LostPolicy[];
}

/** Where a project keeps its configuration; the first one counts. */
const CANDIDATES = [join(".mayros", "config.json5"), "mayros.json5"];

/** Reads the Mayros configuration (document 000, "Configuration"). A file with errors still gives a usable one. */
export async function findConfig({ config, project }: Settings): Promise<FoundConfig> {
  const named = config !== undefined;
  for (const path of named ? [config] : CANDIDATES.map((name) => join(project, name))) {
    const root = named
      ? { path, required: true, tier: "user" as const }
      : { path, required: false, within: project };
    const read = await readPolicyFiles([root], { cwd: dirname(path), projectBudget: PROJECT_BUDGET });
    const [file] = read.files;
    if (file === undefined && read.issues.length === 0) continue;
    const loaded = loadMayrosConfig(file?.text ?? "{}", { path });
    const lost = [
      ...read.lost,
      ...loaded.issues.flatMap((issue) => lostTo(issue, named ? "user" : "project")),
    ];
    return { config: loaded.config, path, named, issues: [...read.issues, ...loaded.issues], lost };
  }
  return { ...loadMayrosConfig("{}", { path: "" }), named, lost: [] };
}
