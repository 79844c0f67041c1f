/**
 * Opens the page of `gatehouse replay --html` in Chromium, small and large, light and dark, on a phone and a desktop. Screenshots are
 * written to `reports/replay-page`; `--pictures` writes those of the documents.
 *
 * Chromium is the one of Debian, or what `CHROMIUM` names.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

import { bundleReplayPage } from "../../../../tools/build/bundle-replay-page.js";
import { openPages } from "./open-pages.js";

const here = import.meta.dirname;
if (!existsSync(path.join(here, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: here,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("npm ci failed");
}
const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
if (!existsSync(program))
  throw new Error(`there is no ${program}: \`apt-get install chromium\`, or set CHROMIUM`);

const { values } = parseArgs({ options: { pictures: { type: "boolean", default: false } } });
const root = path.resolve(here, "../../../..");
const shots = path.join(root, "reports/replay-page");
mkdirSync(shots, { recursive: true });
await bundleReplayPage(path.join(root, "packages/logs"), shots);
await openPages({
  program,
  shots,
  template: path.join(shots, "replay-page.html"),
  pictures: values.pictures ? path.join(root, "docs/pictures") : null,
  require: createRequire(path.join(here, "package.json")),
});
