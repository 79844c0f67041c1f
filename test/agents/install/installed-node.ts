import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The versions of Node that Gatehouse is run with. */
export const NODE_VERSIONS = ["20", "22", "24", "26"] as const;

/**
 * The program of a major version of Node: the one that runs this, or npm's package `node` in a folder of its own, which is
 * installed when it is not there (100 MB).
 *
 * @throws Error when npm fails
 */
export function installedNode(folder: string, version: string): string {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const own = path.join(folder, `n${version}`);
  const node = path.join(own, "node_modules/node/bin/node");
  if (existsSync(node)) return node;
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "package.json"), '{ "private": true }\n');
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], {
    cwd: own,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0 || !existsSync(node))
    throw new Error(`npm could not install Node ${version} into \`${own}\``);
  return node;
}
