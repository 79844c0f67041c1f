import { spawn } from "node:child_process";
import type { Environment } from "./hook-under-test.js";

const TIMEOUT_MS = 90_000;
const KEPT = 500;

/**
 * Runs a command of a user in a folder, without a terminal.
 *
 * @returns what went wrong, or the empty string
 */
export function runCommand(argv: readonly string[], cwd: string, env: Environment): Promise<string> {
  const [command = "", ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT_MS });
    let said = "";
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString("utf8")).slice(0, KEPT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code) => resolve(code === 0 ? "" : `exit code ${code}: ${said}`));
  });
}
