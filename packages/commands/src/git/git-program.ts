import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../environment.js";

const NAMES = process.platform === "win32" ? ["git.exe"] : ["git"];
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
/** What git needs of the environment. Everything else could lead it elsewhere or name a program: all of `GIT_*`, pagers, editors. */
const INHERITED = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|LD_LIBRARY_PATH)$/i;

/** The program git, and the variables that all its runs have. */
interface GitProgram {
  /** Absolute. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds git in the `PATH`, except in folders of the project: `node_modules/.bin` is often there, and a cloned
 * repository can hold a program of that name.
 *
 * @param project absolute; nothing in it is run
 */
export function findGit(env: Environment, project: string): GitProgram | undefined {
  const inProject = (file: string): boolean => {
    const relative = path.relative(project, file);
    return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
  };
  const folders = (env["PATH"] || env["Path"] || DEFAULT_PATH)
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !inProject(folder) && !inProject(realOf(folder)));
  const file = folders
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((candidate) => isProgram(candidate) && !inProject(realOf(candidate)));
  if (file === undefined) return undefined;
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && INHERITED.test(entry[0]),
  );
  return { file, env: { ...Object.fromEntries(kept), PATH: folders.join(path.delimiter) } };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
