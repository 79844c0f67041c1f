import { accessSync, constants, realpathSync } from "node:fs";
import path from "node:path";
import type { Argv } from "../run-command.js";
import { protectPaths } from "./protected-paths.js";

/** What a command may do in the sandbox. */
export interface BubblewrapOptions {
  /** The working directory: the only place that the command may write to, apart from a private empty `/tmp`. Absolute. */
  readonly cwd: string;
  /**
   * Absolute paths that the command can neither change nor create: policies, configuration, what is trusted. Besides them,
   * `.gatehouse`, `.mayros`, `.mimir`, `.git` and `mayros.json5` wherever they are found in the working directory.
   */
  readonly readOnly?: readonly string[];
  /** Absolute paths that the command cannot see: keys and other secrets. Those that do not exist are left out. */
  readonly hidden?: readonly string[];
  /** Let it use the network. Default false. */
  readonly network?: boolean;
  /** Where to look for `bwrap`. Default: `/usr/bin`, `/usr/local/bin`, `/bin`; never the `PATH`, which a project may change. */
  readonly directories?: readonly string[];
}

/** The command in its sandbox, or why it must not run. */
export type Sandboxed =
  | {
      readonly kind: "argv";
      readonly argv: Argv;
      /** To be called when the command has ended: removes the placeholders of paths that do not exist. */
      readonly release: () => void;
    }
  | {
      readonly kind: "refused";
      readonly code: "sandbox-unavailable" | "sandbox-unsafe";
      readonly message: string;
    };

const DIRECTORIES: readonly string[] = ["/usr/bin", "/usr/local/bin", "/bin"];

/**
 * Turns a command into one that runs under bubblewrap: the whole file system read-only, the working directory writable,
 * a private `/tmp`, `/dev` and `/proc`, no network, no other processes in sight, no terminal to type into, and an end when
 * this process ends. Variables are those that the process is started with.
 *
 * Files that say what an agent may do are read-only even if they do not exist yet; a link in their place, which the command could
 * replace, is refused (`sandbox-unsafe`).
 *
 * Where bubblewrap is not installed the command is refused: it must not run bare. A kernel that forbids user namespaces makes
 * `bwrap` itself fail, and the command does not run either.
 *
 * @throws TypeError when a path is not absolute
 */
export function bubblewrapArgv({ file, args }: Argv, options: BubblewrapOptions): Sandboxed {
  const { cwd, readOnly = [], hidden = [], network = false, directories = DIRECTORIES } = options;
  for (const one of [cwd, ...readOnly, ...hidden]) {
    if (!path.isAbsolute(one)) throw new TypeError(`expected an absolute path, got \`${one}\``);
  }
  const bwrap = directories.map((directory) => path.join(directory, "bwrap")).find(isProgram);
  if (bwrap === undefined) {
    return {
      kind: "refused",
      code: "sandbox-unavailable",
      message: "bubblewrap is not installed: the command does not run without its sandbox",
    };
  }
  const directory = realOf(cwd);
  const mounted = protectPaths(directory, readOnly);
  if (mounted.kind === "refused") {
    return { kind: "refused", code: "sandbox-unsafe", message: mounted.message };
  }
  return {
    kind: "argv",
    release: mounted.release,
    argv: {
      file: bwrap,
      args: [
        ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
        // After /tmp: the working directory may be there.
        ...mounted.args,
        ...hidden.filter(exists).flatMap((one) => ["--tmpfs", one]),
        "--unshare-all",
        ...(network ? ["--share-net"] : []),
        ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--chdir", directory, "--", file],
        ...args,
      ],
    },
  };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** bubblewrap says what is wrong with a directory that does not exist. */
function realOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

function exists(file: string): boolean {
  try {
    accessSync(file, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
