import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** The command as a user has installed it. */
export interface InstalledCommand {
  /** What is in the user's `PATH`. */
  readonly gatehouse: string;
  readonly seconds: number;
  /** What npm printed. */
  readonly said: string;
}

/** Builds and packs the command, and installs it as the README says, with an empty home in `work` and npm's cache as it is. */
export function installCommand(work: string): InstalledCommand {
  run(path.join(root, "node_modules/.bin/tsx"), ["tools/build.ts"], root, process.env);
  run(
    "npx",
    ["--yes", "pnpm@10.34.9", "pack", "--pack-destination", work],
    path.join(root, "packages/cli"),
    process.env,
  );
  const [tarball = ""] = readdirSync(work).filter((name) => name.endsWith(".tgz"));
  const home = path.join(work, "home");
  mkdirSync(home);
  const start = performance.now();
  const said = run(
    "npm",
    ["install", "--global", "--prefix", path.join(home, "npm"), path.join(work, tarball)],
    home,
    { ...process.env, HOME: home, npm_config_cache: process.env["npm_config_cache"] ?? npmCache() },
  );
  const seconds = (performance.now() - start) / 1000;
  return { gatehouse: path.join(home, "npm/bin/gatehouse"), seconds, said };
}

function npmCache(): string {
  return run("npm", ["config", "get", "cache"], root, process.env).trim();
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, [...args], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}
