import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

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
}

const TSX = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** The arguments of `node` that run a TypeScript file from source. */
export function fromSource(file: string): readonly string[] {
  return ["--conditions=@gatehouse-hooks/source", "--import", TSX, path.join(root, file)];
}

/** Runs a TypeScript file of the repository in a process of its own, in an environment without keys. */
export function run(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<Spawned> {
  return runNode([...fromSource(file), ...args], options);
}

/**
 * The arguments of `node` that run the command `gatehouse`: the bundle, when it has been built after the last change of
 * a source, which starts in a fifth of the processor time; else from source.
 */
export function commandArgs(): readonly string[] {
  const bundle = path.join(root, "packages/cli/dist/bin.js");
  const built = existsSync(bundle) ? statSync(bundle).mtimeMs : 0;
  return built > lastChange() ? [bundle] : fromSource("packages/cli/src/bin.ts");
}

/** When a source of a package was written last, in milliseconds since 1970. */
function lastChange(): number {
  const packages = path.join(root, "packages");
  const sources = readdirSync(packages)
    .map((name) => path.join(packages, name, "src"))
    .filter((folder) => existsSync(folder));
  return Math.max(
    ...sources.flatMap((folder) => [
      statSync(folder).mtimeMs,
      ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (file) => statSync(path.join(folder, file)).mtimeMs,
      ),
    ]),
  );
}

function runNode(args: readonly string[], options: SpawnOptions): Promise<Spawned> {
  const { cwd = root, env = {}, stdin = "" } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: cleanEnv(env) });
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
  return runNode([...commandArgs(), ...args], options);
}

/** An environment that gives access to no model, whatever this machine has. */
export function cleanEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: path.join(root, "nonexistent-home"), ...env };
}
