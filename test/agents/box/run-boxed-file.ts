import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { requireProgram } from "../../require-program.js";

const root = path.resolve(import.meta.dirname, "../../..");
const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** Where sessions are. Not `/tmp`: a box that the hook makes has its own. */
const SESSIONS = "/mnt";

/** A file of the harness that runs in the box, and what it may see. */
export interface BoxedFile {
  /** Relative to `test/agents`. */
  readonly file: string;
  /** Its only argument, as JSON. */
  readonly options: unknown;
  /** Folders that have to be readable besides the workspace. */
  readonly readable: readonly string[];
}

/**
 * Runs a file in a box of its own, as an ordinary user: the file system read-only, the user's home hidden, an own `/tmp`, a
 * network of loopback only, no other processes, and none that stays. Boxes can be made in it.
 *
 * @param onLine told of each line of JSON that it prints, as it is known
 * @throws Error when the box ends with another exit code than 0
 */
export async function runBoxedFile(
  { file, options, readable }: BoxedFile,
  onLine: (value: unknown) => void,
): Promise<void> {
  requireProgram("unshare", "util-linux");
  requireProgram("bwrap", "bubblewrap");
  const shown = [root, path.dirname(process.execPath), ...readable];
  const child = spawn(
    "unshare",
    [
      // Bubblewrap covers parts of a `/proc` that it mounts itself, and the kernel then lets no box in this one have its own.
      ...["--user", "--map-root-user", "--pid", "--fork", "--mount", "--mount-proc", "bwrap"],
      ...["--ro-bind", "/", "/", "--dev", "/dev", "--bind", "/proc", "/proc", "--tmpfs", "/tmp"],
      ...["--tmpfs", homedir(), "--tmpfs", SESSIONS],
      // What is run may itself be below the folders that are hidden.
      ...shown.filter((one) => existsSync(one)).flatMap((one) => ["--ro-bind", one, one]),
      ...[
        "--unshare-user",
        "--unshare-ipc",
        "--unshare-net",
        "--unshare-uts",
        "--uid",
        "1000",
        "--gid",
        "1000",
      ],
      ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--"],
      ...[process.execPath, "--conditions=@gatehouse-hooks/source", "--import", tsx],
      ...[path.join(root, "test/agents", file), JSON.stringify(options)],
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", TMPDIR: SESSIONS },
    },
  );
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line));
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${file} ended with exit code ${code}`);
}
