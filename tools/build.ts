import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import path from "node:path";

import { bundleCommand } from "./build/bundle-command.js";
import { bundleCondition } from "./build/bundle-condition.js";
import { bundleJson } from "./build/bundle-json.js";
import { bundlePackage, type PackageBundle } from "./build/bundle-package.js";
import { WITHOUT_COLOURS } from "./build/replaced-modules.js";

/** The packages besides `json` and `condition`, with the npm packages that each contains. */
const PACKAGES: Readonly<Record<string, PackageBundle>> = {
  audit: {},
  cache: { contains: ["fast-json-stable-stringify", "lru-cache"], conditions: ["browser"] },
  commands: {},
  engine: { contains: ["zod"] },
  facts: {},
  hooks: { contains: ["zod"] },
  hosts: { contains: ["json5", "yaml", "zod"] },
  judge: { contains: ["p-queue"] },
  languages: {
    contains: ["@lezer/python", "@lezer/lr", "@lezer/common", "acorn"],
    replaced: WITHOUT_COLOURS,
  },
  redact: {},
  runtime: {},
  shell: { contains: ["unbash"] },
};

/** Data of packages that are not bundled: the page for approvals, and conditions that come parsed. */
const DATA = [
  ["server", "approvals/page-files.json"],
  ["local", "places/parsed-conditions.json"],
] as const;

const root = path.resolve(import.meta.dirname, "..");
const { status } = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-b", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (status === 0) {
  await bundleJson(path.join(root, "packages/json"));
  await bundleCondition(path.join(root, "packages/condition"));
  for (const [name, options] of Object.entries(PACKAGES))
    await bundlePackage(path.join(root, "packages", name), options);
  // The compiler copies no data.
  for (const [name, file] of DATA)
    copyFileSync(
      path.join(root, "packages", name, "src", file),
      path.join(root, "packages", name, "dist", file),
    );
  await bundleCommand(path.join(root, "packages/cli"));
}
process.exitCode = status ?? 1;
