import { accessSync, constants } from "node:fs";
import type { Argv } from "./run-command.js";

/** What runs shell text: the text is added as the last argument. */
export type Shell = Argv;

/**
 * In the order of preference. Without `--norc`, bash takes the socket that Node gives it as standard input for a remote
 * login and runs `~/.bashrc` first, whenever SHLVL is not set.
 */
const SHELLS: readonly Shell[] = [
  { file: "/bin/bash", args: ["--norc", "-c"] },
  { file: "/usr/bin/bash", args: ["--norc", "-c"] },
  { file: "/usr/local/bin/bash", args: ["--norc", "-c"] },
  { file: "/bin/sh", args: ["-c"] },
];

let found: Shell | undefined;

/**
 * The shell of this machine: bash, or sh without bash. The `echo` of some other shells rewrites backslashes, so
 * that the common `INPUT=$(cat); echo "$INPUT" | jq …` would lose what it should guard.
 */
export function systemShell(): Shell {
  found ??= SHELLS.find(({ file }) => isProgram(file)) ?? { file: "sh", args: ["-c"] };
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
