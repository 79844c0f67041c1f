/**
 * Does the installed command answer as its source does, whatever Node runs it? Installs npm's package `node` in a temporary folder for
 * each version, and runs the tests of this folder with it.
 *
 *     pnpm shipped          the versions that are supported
 *     pnpm shipped 22 24    these
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { install } from "../packaging/install-tarballs.js";

const VERSIONS = ["20", "22", "24", "26"];

const root = path.resolve(import.meta.dirname, "../..");
const given = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-nodes-"));
let failed = 0;
try {
  for (const version of given.length > 0 ? given : VERSIONS) {
    const node = await installedNode(version);
    console.log(`node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);
    const { status } = spawnSync(
      path.join(root, "node_modules/.bin/vitest"),
      ["run", "--config", "vitest.deep.config.ts", "--project", "shipped"],
      { cwd: root, stdio: "inherit", env: { ...process.env, GATEHOUSE_SHIPPED_NODE: node } },
    );
    if (status !== 0) failed++;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** Its install script puts the program for this machine in its place. */
async function installedNode(version: string): Promise<string> {
  const there = path.join(folder, version);
  mkdirSync(there);
  writeFileSync(path.join(there, "package.json"), '{ "private": true }\n');
  await install(there, [`node@${version}`]);
  return path.join(there, "node_modules/node/bin/node");
}
