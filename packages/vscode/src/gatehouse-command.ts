import { type ChildProcess, fork, spawn } from "node:child_process";
import path from "node:path";
import type { ExtensionContext } from "vscode";
import { workspace } from "vscode";

/** How the command is started: a program that a person has named, or a file for the editor's own Node. */
export type GatehouseCommand =
  | { readonly kind: "named"; readonly program: string }
  | { readonly kind: "own"; readonly file: string };

/** What a run of the command printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** The command that the user's settings name, else the one in the extension. */
export function gatehouseCommand(context: ExtensionContext): GatehouseCommand {
  const program = workspace.getConfiguration("gatehouse").get<string>("command", "").trim();
  return program === ""
    ? { kind: "own", file: path.join(context.extensionPath, "command/dist/bin.js") }
    : { kind: "named", program };
}

/**
 * Runs the command to its end.
 *
 * @throws Error when it cannot be started
 */
export function runGatehouse(
  command: GatehouseCommand,
  words: readonly string[],
  cwd: string,
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = startGatehouse(command, words, cwd);
    child.stdin?.end();
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", () => resolve({ stdout, stderr }));
  });
}

/** Starts the command, with pipes to it. A file runs on the editor's own Node, which `fork` knows to be one. */
export function startGatehouse(
  command: GatehouseCommand,
  words: readonly string[],
  cwd?: string,
): ChildProcess {
  const at = cwd === undefined ? {} : { cwd };
  return command.kind === "named"
    ? spawn(command.program, words, at)
    : fork(command.file, words, { ...at, execArgv: [], silent: true });
}
