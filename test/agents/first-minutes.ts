/**
 * The first minutes of a new user, timed: installs the packed command into an empty home, runs `gatehouse init`, and lets a real agent with a
 * scripted model run `git push --force` in a repository with a remote.
 *
 *     pnpm first-minutes [--folder DIR] [--unguarded]
 *
 * Exit code 1 when the push went through, or the model was not told why; with `--unguarded`, which leaves Gatehouse out, when it did not.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runBoxed, sourceArgv } from "../boxed/run-boxed.js";
import type { MinutesOptions } from "./first-minutes/session.js";
import type { MinuteStep, PushReport } from "./first-minutes/step.js";
import { installAgent } from "./install/install-agent.js";
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
  const [gatehouse, installing] = install();
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

/** Packs the command and installs it as the README says, with an empty home and npm's cache as it is. */
function install(): readonly [string, MinuteStep] {
  run(path.join(root, "node_modules/.bin/tsx"), ["tools/build.ts"], root, process.env);
  run(
    "npx",
    ["--yes", "pnpm@10.34.9", "pack", "--pack-destination", work],
    path.join(root, "packages/cli"),
    process.env,
  );
  const [tarball = ""] = readdirSync(work).filter((name) => name.endsWith(".tgz"));
  const home = path.join(work, "home");
  mkdirSync(home);
  const start = performance.now();
  const said = run(
    "npm",
    ["install", "--global", "--prefix", path.join(home, "npm"), path.join(work, tarball)],
    home,
    { ...process.env, HOME: home, npm_config_cache: process.env["npm_config_cache"] ?? npmCache() },
  );
  const seconds = (performance.now() - start) / 1000;
  const step = { does: "npm install --global gatehouse-hooks", seconds, said };
  return [path.join(home, "npm/bin/gatehouse"), step];
}

function npmCache(): string {
  return run("npm", ["config", "get", "cache"], root, process.env).trim();
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, [...args], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}
