import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import { type Wiring, WIRINGS } from "./wiring.js";

const OTHERS_WRITE = 0o022;

/** An agent as it is on this machine. */
export interface FoundAgent {
  readonly wiring: Wiring;
  /** The absolute path of its program, where one is on `PATH`. */
  readonly program: string | undefined;
  /** Its folder in the home directory, absolute. */
  readonly folder: string;
  /** The program or the folder is there. */
  readonly present: boolean;
}

/** All agents that are known, and whether they are there. */
export function findAgents({ env, home }: Pick<Io, "env" | "home">): readonly FoundAgent[] {
  return WIRINGS.map((wiring) => {
    const program = wiring.programs
      .map((name) => programOn(env["PATH"], name))
      .find((one) => one !== undefined);
    const folder = agentFolder(wiring, env, home);
    return { wiring, program, folder, present: program !== undefined || existsSync(folder) };
  });
}

/** Where an agent keeps what is the user's. */
export function agentFolder({ folder, folderVariable }: Wiring, env: Io["env"], home: string): string {
  const moved = folderVariable === undefined ? undefined : env[folderVariable];
  if (moved) return moved;
  const configs = env["XDG_CONFIG_HOME"];
  return folder.startsWith(".config/") && configs
    ? join(configs, folder.slice(".config/".length))
    : join(home, folder);
}

/** A program on a path of folders, absolute. */
function programOn(path: string | undefined, name: string): string | undefined {
  return programsOn(path, name)[0];
}

function programsOn(path: string | undefined, name: string): readonly string[] {
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .filter((file) => isProgram(file));
}

/**
 * A program of the system, absolute: of those on a path of folders the first that only the system can replace, else the first.
 * What hooks start is not to be another program later.
 */
export function steadyProgramOn(path: string | undefined, name: string): string | undefined {
  const all = programsOn(path, name);
  return all.find((file) => isOfRoot(dirname(file)) && isOfRoot(file)) ?? all[0];
}

function isOfRoot(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === 0 && (mode & OTHERS_WRITE) === 0;
}

/** A file that may be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(realpathSync(file)).isFile();
  } catch {
    return false;
  }
}

/** A file, through links. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
