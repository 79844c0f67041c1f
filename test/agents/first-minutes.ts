/**
 * The first minutes of a new user, timed: installs the packed command into an empty home, runs `gatehouse init`, and lets a real agent with a
 * scripted model run `git push --force` in a repository with a remote.
 *
 *     pnpm first-minutes [--folder DIR] [--unguarded]
 *
 * Exit code 1 when the push went through, or the model was not told why; with `--unguarded`, which leaves Gatehouse out, when it did not.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runBoxed, sourceArgv } from "../boxed/run-boxed.js";
import type { MinutesOptions } from "./first-minutes/session.js";
import type { MinuteStep, PushReport } from "./first-minutes/step.js";
import { installAgent } from "./install/install-agent.js";
import { installCommand } from "./install/install-command.js";
import { installedAgent } from "./install/installed-agent.js";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: process.env["GATEHOUSE_AGENTS"] ?? path.join(root, ".agents") },
    unguarded: { type: "boolean", default: false },
  },
});
const folder = path.resolve(values.folder);
if (installedAgent(folder, "claude-code") === undefined) installAgent(folder, "claude-code");

mkdirSync(path.join(root, "tmp"), { recursive: true });
const work = mkdtempSync(path.join(root, "tmp", "first-minutes-"));
try {
  const { gatehouse, seconds, said } = installCommand(work);
  const installing: MinuteStep = { does: "npm install --global gatehouse-hooks", seconds, said };
  const options: MinutesOptions = { folder, gatehouse, guarded: !values.unguarded };
  const session = runBoxed(
    [...sourceArgv(path.join(import.meta.dirname, "first-minutes/session.ts")), JSON.stringify(options)],
    [],
    { env: { TMPDIR: "/tmp" } },
  );
  const { steps, pushed, told } = JSON.parse(session) as PushReport;
  const all = [installing, ...steps];
  for (const { does, seconds } of all) console.log(`${seconds.toFixed(1).padStart(6)} s  ${does}`);
  const total = all.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`${total.toFixed(1).padStart(6)} s  in all`);
  console.log(
    pushed ? "the push went through" : `the push was denied, and the model was ${told ? "" : "not "}told why`,
  );
  if (values.unguarded ? !pushed : pushed || !told) {
    process.exitCode = 1;
    for (const { does, said } of all) console.log(`\n${does}:\n${said}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
