import { spawnSync } from "node:child_process";
import path from "node:path";
import { requireProgram } from "../require-program.js";

const root = path.resolve(import.meta.dirname, "../..");
const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/**
 * Runs a program in a box of its own: the file system read-only, an own `/tmp`, no network, no other processes; only some
 * directories can be written to. What a test has planted can do no harm outside of them.
 *
 * @returns what the program says on standard output
 */
export function runBoxed(
  argv: readonly string[],
  writable: readonly string[],
  { env = {}, input = "" }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): string {
  requireProgram("bwrap", "bubblewrap");
  const { status, stdout, stderr, error } = spawnSync(
    "bwrap",
    [
      ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
      // The sources may themselves be somewhere below `/tmp`.
      ...["--ro-bind", root, root],
      ...writable.flatMap((one) => ["--bind", one, one]),
      ...["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--", ...argv],
    ],
    {
      encoding: "utf8",
      input,
      timeout: 120_000,
      env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...env },
    },
  );
  if (error !== undefined)
    throw new Error(`${argv.join(" ")} did not end by itself: not a result`, { cause: error });
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The command line that runs a file of this package's tests from the sources. */
export function sourceArgv(file: string): readonly string[] {
  return [process.execPath, "--conditions=@gatehouse-hooks/source", "--import", tsx, file];
}
