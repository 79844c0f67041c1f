import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { folder, type Folder, type Ran, runCli } from "../run-cli.js";

export const STAND_IN: string = join(import.meta.dirname, "fixtures/stand-in.mjs");

/** A home with a folder of programs; the agents that have files in it are those that are found. */
export interface AgentsHome extends Folder {
  /** `gatehouse …` with the stand-in as the program. */
  readonly run: (command: "init" | "doctor", ...args: readonly string[]) => Promise<Ran>;
  readonly read: (name: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  /** Changes the text of a file; throws when it stays the same. */
  readonly change: (name: string, by: (text: string) => string) => void;
  readonly env: Readonly<Record<string, string>>;
  /** Keeps everything as it is now. Returns what puts it back: making a home anew costs seconds. */
  readonly keep: () => () => void;
}

/** A home where these agents are in use, with real programs for some of what they do. */
export function agentsHome(files: Readonly<Record<string, string | Uint8Array>> = {}): AgentsHome {
  const made = folder(files);
  const programs = join(made.home, "..", "programs");
  mkdirSync(programs);
  copyFileSync(join(import.meta.dirname, "fixtures/fake-codex.mjs"), join(programs, "codex"));
  chmodSync(join(programs, "codex"), 0o755);
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const path = (name: string): string => join(made.home, name);
  return {
    ...made,
    env,
    read: (name) => readFileSync(path(name), "utf8"),
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
    },
    change(name, by) {
      const text = readFileSync(path(name), "utf8");
      const next = by(text);
      if (next === text) throw new Error(`nothing to change in ${name}`);
      writeFileSync(path(name), next);
    },
    keep() {
      const root = join(made.home, "..");
      const kept = `${root}.kept`;
      cpSync(root, kept, { recursive: true, preserveTimestamps: true });
      return () => {
        for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
        cpSync(kept, root, { recursive: true, preserveTimestamps: true });
      };
    },
    remove() {
      made.remove();
      rmSync(`${join(made.home, "..")}.kept`, { recursive: true, force: true });
    },
    run: (command, ...args) =>
      runCli([command, ...args, "--binary", STAND_IN], {
        cwd: made.path,
        home: made.home,
        env: { ...env, PATH: `${programs}:${env.PATH}` },
      }),
  };
}

/** Everything below a folder: the bytes and the mode of files, the targets of links, the modes of folders. */
export function everything(root: string, below = ""): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = join(below, name);
    const stat = lstatSync(join(root, path));
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
    else if (stat.isDirectory())
      Object.assign(found, { [`${path}/`]: stat.mode.toString(8) }, everything(root, path));
    else found[path] = `${stat.mode.toString(8)} ${readFileSync(join(root, path)).toString("latin1")}`;
  }
  return found;
}
