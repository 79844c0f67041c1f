import type { CommandProgram } from "../command-row.js";
import { bashScript } from "../completion/bash-script.js";
import { type CompletionTree, completionTree } from "../completion/completion-tree.js";
import { fishScript } from "../completion/fish-script.js";
import { zshScript } from "../completion/zsh-script.js";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";

/** The shells that a script is written for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

type CompletedShell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<CompletedShell, (tree: CompletionTree) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * `gatehouse completion SHELL`: a script that completes commands, options and their values. It is made of the tree of commands and
 * starts nothing.
 *
 * @throws UsageError for a shell that is none of them
 */
export async function completion(
  { io }: Context,
  name: string,
  { root, rowOf }: CommandProgram,
): Promise<ExitCode> {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined)
    throw new UsageError(`no completion for \`${name}\``, `write one of ${SHELLS.join(", ")}`);
  await io.stdout.write(SCRIPTS[shell](await completionTree(root, rowOf)));
  return exitCode.fine;
}
