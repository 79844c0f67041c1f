import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { openPublicNetwork, type PublicNetwork, whyNoNetwork } from "./public-network.js";
import { asUser, type Ended, eachWorld, whyNoBox, type World } from "./world.js";

/** The npm that is installed beside this Node. */
const NPM = join(dirname(process.execPath), "npm");
const why = whyNoBox() ?? whyNoNetwork() ?? (existsSync(NPM) ? undefined : "no npm is beside this Node");
const NAMES = { "registry.example": [["8.8.4.4"]], "other.example": [["8.8.4.4"]] };
const PROGRAM = "console.log('it is installed');\n";

let world: World;
let network: PublicNetwork;

eachWorld(why, (made) => (world = made));
beforeEach(async () => {
  if (why !== undefined) return;
  const when = `facts.network.any(n, !n.host.glob("{registry.example,none.example}"))`;
  const policy = `  - id: only/registry\n    events: before_tool_call\n    when: ${JSON.stringify(when)}\n    deny: not a listed host\n`;
  writeFileSync(join(world.home, ".gatehouse/first.yaml"), `version: 1\npolicies:\n${policy}`);
  // A box has another folder in its place.
  await asUser("/bin/mkdir", ["-p", ".npm"], { cwd: world.home, env: { HOME: world.home } });
  network = await openPublicNetwork(world, NAMES, registryOf("tiny", "1.0.0"));
});
afterEach(async () => {
  if (why !== undefined) return;
  await network.run(process.execPath, [...commandArgs(), "daemon", "stop"]);
  await network.end();
});

/** What a registry answers of one package. */
function registryOf(name: string, version: string): Readonly<Record<string, Buffer>> {
  const folder = join(world.root, "packed");
  mkdirSync(join(folder, "package"), { recursive: true });
  const described = { name, version, bin: { [name]: "main.js" } };
  writeFileSync(join(folder, "package/package.json"), JSON.stringify(described));
  writeFileSync(join(folder, "package/main.js"), `#!/usr/bin/env node\n${PROGRAM}`, { mode: 0o755 });
  const { stdout: packed, status } = spawnSync("tar", ["czf", "-", "-C", folder, "package"]);
  expect(status).toBe(0);
  rmSync(folder, { recursive: true });
  const file = `/${name}/-/${name}-${version}.tgz`;
  const integrity = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
  const dist = { tarball: `http://registry.example${file}`, integrity };
  const versions = { [version]: { ...described, dist } };
  const text = JSON.stringify({ name, "dist-tags": { latest: version }, versions });
  return { [`/${name}`]: Buffer.from(text), [file]: packed };
}

async function install(registry: string): Promise<Ended> {
  const npm = [
    NPM,
    "install",
    "tiny",
    "--registry",
    registry,
    "--no-audit",
    "--no-fund",
    "--fetch-retries=0",
  ];
  return await network.run(process.execPath, [...commandArgs(), "box", "--", ...npm]);
}

describe.skipIf(why !== undefined)(`npm in a box${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  test("installs from a listed registry, through the proxy, and what it has installed runs", async () => {
    const { status, stderr } = await install("http://registry.example/");
    expect(status, stderr).toBe(0);
    expect(readFileSync(join(world.workspace, "node_modules/tiny/main.js"), "utf8")).toContain(PROGRAM);
    const run = [...commandArgs(), "box", "--", "node_modules/.bin/tiny"];
    expect((await network.run(process.execPath, run)).stdout).toBe("it is installed\n");
    // Its cache is the box's.
    expect(existsSync(join(world.home, ".npm/_cacache"))).toBe(false);
    expect(existsSync(join(world.home, ".gatehouse/state/box/.npm/_cacache"))).toBe(true);
  });

  test("installs nothing from another one, and says which policy has the list", async () => {
    const { status, stderr } = await install("http://other.example/");
    expect(status).not.toBe(0);
    expect(stderr).toContain("[only/registry] `other.example:80` was refused");
    expect(existsSync(join(world.workspace, "node_modules"))).toBe(false);
  });
});
