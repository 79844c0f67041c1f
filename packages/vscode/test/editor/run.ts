/**
 * Packs the extension with `vsce`, installs it into code-server, and does in Chromium what people do there: a mistake is seen and mended, a
 * command is tried, tests are run.
 *
 *     pnpm editor [--folder <where the editor is installed>] [--vsix <only pack it, into this file>]
 *
 * The editor is installed into `.editor` (750 MB). Screenshots are in `reports/editor`. Exit code 1 when a step is not as it has to be.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startChromium } from "../../../../test/chromium.js";
import { stageExtension } from "../../build/stage-extension.js";
import { installedEditor } from "./installed-editor.js";
import { openEditor } from "./open-editor.js";
import { STEPS, WALKED } from "./walk.js";

const own = path.resolve(import.meta.dirname, "../..");
const root = path.resolve(own, "../..");
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: path.join(root, ".editor") },
    vsix: { type: "string" },
  },
});
const editor = installedEditor(path.resolve(values.folder));
const place = mkdtempSync(path.join(tmpdir(), "gatehouse-editor-"));
const vsix = path.resolve(values.vsix ?? path.join(place, "gatehouse.vsix"));
try {
  const staged = path.join(own, "dist");
  await stageExtension(own, staged);
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--out", vsix];
  mkdirSync(path.dirname(vsix), { recursive: true });
  const { status, stdout, stderr } = spawnSync(editor.node, [editor.vsce, ...words], {
    cwd: staged,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout + stderr);
  process.stdout.write(`${/Packaged: .*$/m.exec(stdout)?.[0] ?? stdout}\n`);
  if (values.vsix === undefined) await walk();
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

async function walk(): Promise<void> {
  const opened = await openEditor(editor, place, { vsix, files: WALKED });
  const chromium = await startChromium();
  try {
    const { page } = await chromium.open(opened.url, {
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
    });
    for (const [at, [says, act]] of STEPS.entries()) {
      try {
        await act(page);
      } finally {
        await chromium.shoot(page, "editor", `${at + 1}`);
      }
      process.stdout.write(`ok  ${says}\n`);
    }
  } finally {
    await chromium.close();
    opened.close();
  }
}
