import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { installedNode } from "../../../../test/agents/install/installed-node.js";

/** What packs the extension, and what opens it. */
export interface InstalledEditor {
  /** The Node that both run on: code-server wants this version. */
  readonly node: string;
  readonly vsce: string;
  readonly codeServer: string;
}

/**
 * Installs code-server, with its native parts built here, and `vsce` where they are missing (750 MB, five minutes).
 *
 * @throws Error when something cannot be installed
 */
export function installedEditor(folder: string): InstalledEditor {
  mkdirSync(folder, { recursive: true });
  const node = installedNode(folder, "24");
  const found: InstalledEditor = {
    node,
    vsce: path.join(folder, "node_modules/@vscode/vsce/vsce"),
    codeServer: path.join(folder, "node_modules/code-server/out/node/entry.js"),
  };
  if (existsSync(found.vsce) && existsSync(found.codeServer)) return found;
  for (const header of ["/usr/include/gssapi/gssapi.h"])
    if (!existsSync(header)) throw new Error(`there is no ${header}: \`apt-get install libkrb5-dev\``);
  cpSync(path.join(import.meta.dirname, "package.json"), path.join(folder, "package.json"));
  // Its native parts are built with the headers of that Node, which are not downloaded where the system has none.
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--dangerously-allow-all-scripts"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PATH: `${path.dirname(node)}:${process.env["PATH"] ?? ""}`,
        npm_config_nodedir: headersOf(node),
        // What started this has written its own Node there, and code-server believes it.
        npm_config_user_agent: `npm/11.0.0 node/v24.0.0 ${process.platform} ${process.arch}`,
        npm_config_dangerously_allow_all_scripts: "true",
        CFLAGS: "-O0",
        CXXFLAGS: "-O0",
      },
    },
  );
  assert.equal(status, 0, "npm could not install code-server");
  return found;
}

/** The folder with `include/node` of a Node from npm: that of its platform. */
function headersOf(node: string): string {
  const own = path.resolve(node, "../..");
  const name = `node-${process.platform}-${process.arch}`;
  // Beside the package `node`, or within it, as the version of npm has it.
  const places = [path.join(own, "..", name), path.join(own, "node_modules", name)];
  return places.find((place) => existsSync(path.join(place, "include"))) ?? own;
}
