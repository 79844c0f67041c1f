import { spawnSync } from "node:child_process";
import path from "node:path";

import { bundleCommand } from "./build/bundle-command.js";
import { bundleCondition } from "./build/bundle-condition.js";
import { bundleJson } from "./build/bundle-json.js";

const root = path.resolve(import.meta.dirname, "..");
const { status } = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-b", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (status === 0) {
  await bundleJson(path.join(root, "packages/json"));
  await bundleCondition(path.join(root, "packages/condition"));
  await bundleCommand(path.join(root, "packages/cli"));
}
process.exitCode = status ?? 1;
