import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AgentName } from "../agent-name.js";
import { AGENT_PACKAGES, type AgentPackages } from "./agent-packages.table.js";

/**
 * Installs an agent from the npm registry into a folder of its own, with the pinned versions.
 *
 * @param folder where the agents are; 100 to 400 MB are needed for each
 * @throws Error when npm fails
 */
export function installAgent(folder: string, name: AgentName): void {
  const { packages }: AgentPackages = AGENT_PACKAGES[name];
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true });
  // Without a manifest npm would install into the next project above.
  const manifest = path.join(own, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--save-exact", ...packages], {
    cwd: own,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(" ")} into \`${own}\``);
}
