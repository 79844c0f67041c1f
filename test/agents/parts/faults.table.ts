import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Decision } from "../hook/decision.js";
import type { HookFiles } from "../hook/hook-under-test.js";
import { type SessionProcess, sessionProcesses, signalAll } from "../session/processes.js";
import type { SessionPlace } from "../session/session-place.js";

/** A way in which a hook breaks. */
export interface Fault {
  readonly name: string;
  /** What the policies say of the call: `slow` where the fault needs time to strike. */
  readonly decision: Decision;
  /** Done once, after the hook was registered. */
  readonly spoil?: (files: HookFiles) => void;
  /** Done again and again, every few milliseconds. */
  readonly disturb?: (place: SessionPlace) => void;
}

/** Puts a script in the place of the hook's Node that gives it a variable. */
function withVariable({ node }: HookFiles, name: string, value: string): void {
  const real = path.join(path.dirname(node), "node-itself");
  renameSync(node, real);
  writeFileSync(node, `#!/bin/sh\nexport ${name}='${value}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
}

/** Runs before anything that the hook's Node runs. */
function preload(source: string, options = ""): (files: HookFiles) => void {
  return (files) => {
    const file = path.join(path.dirname(files.node), "preload.cjs");
    writeFileSync(file, source);
    withVariable(files, "NODE_OPTIONS", `${options} --require ${file}`.trim());
  };
}

/** In the environment of everything that the hook's Node has started, and of itself. */
const MARK = "GATE_HARNESS";
const mark = (files: HookFiles): void => withVariable(files, MARK, "1");

/** The processes of the hook, without the shells that wait for them. */
function programs(place: SessionPlace): readonly SessionProcess[] {
  return sessionProcesses(place.home).filter(({ env }) => env.includes(`${MARK}=1`));
}

/** What the installed line runs: its own shell, and what asks the daemon. The daemon itself is not part of it. */
function isOfLine({ argv }: SessionProcess): boolean {
  return argv.some((word) => word.endsWith("/bin/gatehouse-hook") || word.endsWith("/run/daemon.sock"));
}

const SHELLS = ["sh", "bash", "dash", "zsh"];

/** The processes of the hook, and the shells above them: the whole command line. */
function wholeLine(place: SessionPlace): readonly SessionProcess[] {
  const all = sessionProcesses(place.home);
  const marked = programs(place).filter(({ argv }) => !argv.includes("daemon"));
  const found = new Map([...marked, ...all.filter(isOfLine)].map((one) => [one.pid, one]));
  // A shell that waits for a shell is found in the next round.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    const parents = new Set([...found.values()].map(({ parent }) => parent));
    for (const one of all) {
      const isShell = SHELLS.includes(path.basename(one.argv[0] ?? ""));
      if (isShell && parents.has(one.pid)) found.set(one.pid, one);
    }
  }
  // From the top: a shell that sees its child end would go on.
  return [...found.values()].reverse();
}

const CRASH_WHILE_ANSWERING = `
const fs = require("node:fs");
const fail = () => { throw new Error("planted"); };
const { writeSync, writeFileSync } = fs;
fs.writeSync = (fd, ...rest) => (fd === 1 ? fail() : writeSync(fd, ...rest));
fs.writeFileSync = (file, ...rest) => (file === 1 ? fail() : writeFileSync(file, ...rest));
process.stdout.write = fail;
process.stdout.end = fail;
require("node:module").syncBuiltinESMExports();
`;

const EAT_MEMORY = "const kept = []; for (;;) kept.push(new Array(100_000).fill({}));";

/** The ways in which a hook breaks. */
export const FAULTS: readonly Fault[] = [
  { name: "crash at start", decision: "deny", spoil: preload('throw new Error("planted");') },
  { name: "crash while it answers", decision: "deny", spoil: preload(CRASH_WHILE_ANSWERING) },
  { name: "out of memory", decision: "deny", spoil: preload(EAT_MEMORY, "--max-old-space-size=24") },
  { name: "a decision that takes too long", decision: "slow" },
  {
    name: "kill -9 in the middle",
    decision: "slow",
    spoil: mark,
    disturb: (place) => signalAll(programs(place), "SIGKILL"),
  },
  {
    name: "kill -9 of the whole command line",
    decision: "slow",
    spoil: mark,
    disturb: (place) => signalAll(wholeLine(place), "SIGKILL"),
  },
  {
    name: "the whole command line is frozen",
    decision: "slow",
    spoil: mark,
    disturb: (place) => signalAll(wholeLine(place), "SIGSTOP"),
  },
  { name: "binary missing", decision: "deny", spoil: ({ bin }) => rmSync(bin) },
  { name: "Node missing", decision: "deny", spoil: ({ node }) => rmSync(node) },
];
