import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { PackedPackage } from "./packed-packages.js";

const run = promisify(execFile);

/** What a program printed. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Installs `wanted` with npm in the empty folder `folder`, as a user would. Our packages among their dependencies
 * come from the tarballs too; everything else comes from the registry, or from npm's cache when it is there.
 */
export async function installTarballs(
  folder: string,
  wanted: readonly PackedPackage[],
  all: readonly PackedPackage[],
): Promise<void> {
  await mkdir(folder);
  const manifest = {
    name: "an-empty-folder",
    private: true,
    type: "module",
    dependencies: Object.fromEntries(wanted.map(({ name, tarball }) => [name, `file:${tarball}`])),
    overrides: Object.fromEntries(all.map(({ name, tarball }) => [name, `file:${tarball}`])),
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  await install(folder, []);
}

/** Installs what the manifest of `folder` lists, and more packages from the registry. */
export async function install(folder: string, more: readonly string[]): Promise<void> {
  await runIn(folder, "npm", [
    ...["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
    ...more,
  ]);
}

/** Runs a program in `folder` without the settings that pnpm and vitest add to the environment. */
export async function runIn(folder: string, program: string, args: readonly string[]): Promise<Printed> {
  return run(program, [...args], { cwd: folder, env: ownEnvironment() });
}

function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(?!config_(registry|cache|offline)$)/i.test(name) && !/^(NODE_OPTIONS|VITEST)/.test(name),
    ),
  );
}
