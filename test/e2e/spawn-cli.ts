import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { isBuilt } from "../is-built.js";

/** The repository's root. */
export const root = path.resolve(import.meta.dirname, "../..");

/** What a process wrote, and how it ended. */
export interface Spawned {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Instead of the Node of this process. */
  readonly program?: string;
}

const TSX = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** The arguments of `node` that run a TypeScript file from source. */
export function fromSource(file: string): readonly string[] {
  return ["--conditions=@gatehouse-hooks/source", "--import", TSX, path.join(root, file)];
}

/** Runs a TypeScript file of the repository in a process of its own, in an environment without keys. */
export function run(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<Spawned> {
  return spawnNode([...fromSource(file), ...args], options);
}

/**
 * The arguments of `node` that run the command `gatehouse`: the bundle, when it has been built after the last change of
 * a source, which starts in a fifth of the processor time; else from source.
 */
export function commandArgs(): readonly string[] {
  return isBuilt() ? [path.join(root, "packages/cli/dist/bin.js")] : fromSource("packages/cli/src/bin.ts");
}

/** Runs `node` in an environment without keys. */
export function spawnNode(args: readonly string[], options: SpawnOptions): Promise<Spawned> {
  const { cwd = root, env = {}, stdin = "", program = process.execPath } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: cleanEnv(env) });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
    child.stdin.on("error", () => {
      // The command may end before it has read everything.
    });
    child.stdin.end(stdin);
  });
}

/** Runs the command `gatehouse`. */
export function gatehouse(args: readonly string[], options: SpawnOptions = {}): Promise<Spawned> {
  return spawnNode([...commandArgs(), ...args], options);
}

/** Where the processes of tests keep compiled policies: outside of the repository. */
const STORES = path.join(tmpdir(), `gatehouse-stores-${process.getuid?.() ?? 0}`);

/** An environment that gives access to no model, whatever this machine has. */
export function cleanEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: path.join(root, "nonexistent-home"),
    XDG_CACHE_HOME: STORES,
    ...env,
  };
}
