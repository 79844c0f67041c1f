import { accessSync, constants } from "node:fs";
import type { Argv } from "./run-command.js";

/** What runs shell text: the text is added as the last argument. */
export type Shell = Argv;

/** In the order of preference. */
const SHELLS = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh"] as const;

let found: Shell | undefined;

/**
 * The shell of this machine: bash, or sh where there is no bash. The `echo` of some other shells rewrites backslashes, so
 * that the common `INPUT=$(cat); echo "$INPUT" | jq …` would lose what it should guard.
 */
export function systemShell(): Shell {
  found ??= { file: SHELLS.find(isProgram) ?? "sh", args: ["-c"] };
  return found;
}

/** The program and arguments that run shell text. */
export function shellArgv(shell: Shell, text: string): Argv {
  return { file: shell.file, args: [...shell.args, text] };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
