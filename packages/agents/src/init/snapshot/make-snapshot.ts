import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { compiledFolder, NO_OPT } from "@gatehouse-hooks/console";
import { EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import { recentDecisions } from "../../recent-decisions.js";
import { FIRST_RULE } from "../first-rule.js";
import type { Launcher } from "../launcher.js";
import { SNAPSHOT } from "../hook-file.js";
import { SNAPSHOT_OPTIONS } from "./script-words.table.js";
import { IS_FRESH, warmPayload } from "./warm-payloads.js";
import { withoutCodeCache } from "./without-code-cache.js";

/** What Node takes of the environment: some installations do not start without the libraries. */
const PASSED = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] as const;

/**
 * While it is made: a warning of Node's would leave the stream that it was written to in the snapshot, and the script takes what it needs
 * from a module of Node's own instead of one that loads many. Hooks run without.
 */
const LESS_OF_NODE = ["--no-warnings", "--expose-internals"] as const;

/** Seconds since 1970. */
const LONG_AGO = 1_000_000_000;
const TIMEOUT_MS = 60_000;

type Programs = Pick<Launcher, "node" | "binary">;

/**
 * Makes the snapshot that hooks start from, in a folder beside the program. Only a person's command does that: it takes a second, and
 * what it leaves is code.
 *
 * @returns whether there is one now
 */
export function makeSnapshot({ node, binary }: Programs): boolean {
  if (!canHaveSnapshot(binary)) return false;
  const made = `${snapshotOf(binary)}.${process.pid}`;
  let home: string | undefined;
  try {
    mkdirSync(dirname(made), { recursive: true, mode: 0o755 });
    home = homeToWarmUp();
    const run = (args: readonly string[], input = ""): boolean =>
      spawnSync(node, [NO_OPT, ...args], {
        cwd: home,
        env: environment(home ?? ""),
        input,
        timeout: TIMEOUT_MS,
        stdio: ["pipe", "ignore", "ignore"],
      }).status === 0;
    // A store that is fresh, so that what is made of it once is not in the snapshot.
    if (!run([binary, "hook", EXAMPLE_AGENT.name], warmPayload(home))) return false;
    const options = ["--snapshot-blob", made, ...SNAPSHOT_OPTIONS, ...LESS_OF_NODE];
    if (!run([...options, "--build-snapshot", scriptOf(binary)])) return false;
    if (!isFresh({ node, binary }, made)) return false;
    makeShorter({ node, binary }, made);
    renameSync(made, snapshotOf(binary));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(made, { force: true });
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
  }
}

/** Leaves out what no hook needs, where Node still starts from it then. */
function makeShorter(programs: Programs, made: string): void {
  const short = withoutCodeCache(readFileSync(made));
  if (short === null) return;
  const file = `${made}.short`;
  try {
    writeFileSync(file, short, { mode: 0o644 });
    if (isFresh(programs, file)) renameSync(file, made);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether there may be one: the program is built, and in a folder that only its owner can write. */
export function canHaveSnapshot(binary: string): boolean {
  return compiledFolder(binary) !== undefined && existsSync(scriptOf(binary));
}

/** Whether hooks that start these programs start from a snapshot. */
export function isFresh({ node, binary }: Programs, snapshot: string = snapshotOf(binary)): boolean {
  return (
    existsSync(snapshot) &&
    spawnSync(node, [NO_OPT, "--snapshot-blob", snapshot, ...SNAPSHOT_OPTIONS, binary, IS_FRESH], {
      timeout: TIMEOUT_MS,
      stdio: "ignore",
    }).status === 0
  );
}

/** Removes it, where this user may. */
export function removeSnapshot(binary: string): void {
  try {
    rmSync(snapshotOf(binary), { force: true });
  } catch {
    // It is another user's, as the program is.
  }
}

function scriptOf(binary: string): string {
  return join(dirname(binary), "chunk-snapshot.cjs");
}

function snapshotOf(binary: string): string {
  return join(dirname(binary), SNAPSHOT);
}

function environment(home: string): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), HOME: home };
}

/**
 * A home with the policies of `init`. What was written just now may change again unseen, so it would not be stored: the folder of what
 * hooks keep is there, too, as after `init`.
 */
function homeToWarmUp(): string {
  const home = mkdtempSync(join(tmpdir(), "gatehouse-snapshot-"));
  const folders = [".git", ".gatehouse", join(".gatehouse", "state")].map((name) => join(home, name));
  for (const folder of folders) mkdirSync(folder, { mode: 0o700 });
  // What is kept of a call that was stopped is seldom needed: it is not in the snapshot.
  recentDecisions(home).switchTo("off");
  const rule = join(home, ".gatehouse", "first.yaml");
  writeFileSync(rule, FIRST_RULE, { mode: 0o600 });
  for (const place of [rule, ...folders, home]) utimesSync(place, LONG_AGO, LONG_AGO);
  return home;
}
