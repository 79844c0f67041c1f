import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Where agents that say it name the folder that a session was started in. */
const VARIABLES = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"] as const;

/** What makes a folder the root of a project. */
const MARKS = [".gatehouse", ".mayros", ".mimir", ".git"] as const;

/**
 * The project of a hook. Its working directory may be any folder below: agents run hooks where the session's shell has gone. The
 * agent's own word counts, else the nearest folder upwards that looks like a root, else the working directory.
 *
 * @param cwd absolute
 * @param home absolute; what is in it is the user's, not a project's
 */
export function projectOf(
  cwd: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  for (const variable of VARIABLES) {
    const named = env[variable];
    if (named !== undefined && isAbsolute(named)) return named;
  }
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (folder === dirname(folder)) break;
  }
  return cwd;
}
