import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Decision } from "../hook/decision.js";
import type { HookFiles } from "../hook/hook-under-test.js";
import { sessionProcesses, signalAll } from "../session/processes.js";
import type { SessionPlace } from "../session/session-place.js";

/** A way in which a hook breaks. */
export interface Fault {
  readonly name: string;
  /** What the policies say of the call: `slow` where the fault needs time to strike. */
  readonly decision: Decision;
  /** Shell text before the hook's line. */
  readonly prefix?: (place: SessionPlace) => string;
  readonly breakFiles?: (files: HookFiles) => void;
  /** Done again and again, every few milliseconds. */
  readonly disturb?: (place: SessionPlace) => void;
}

/** In the environment of everything that the hook's line starts, and in the line itself. */
const MARK = "GATE_HARNESS_LINE";
const markLine = (): string => `export ${MARK}=1; `;

/** Before anything of Node's programs that the line starts. */
function preload(source: string, options = ""): (place: SessionPlace) => string {
  return ({ root }) => {
    const file = path.join(root, "preload.cjs");
    writeFileSync(file, source);
    return `export NODE_OPTIONS='${options} --require ${file}'; `;
  };
}

/** What the shell of the hook's line has started. */
function signalStarted(place: SessionPlace, signal: NodeJS.Signals): void {
  signalAll(
    sessionProcesses(place.home).filter(({ env }) => env.includes(`${MARK}=1`)),
    signal,
  );
}

/** The shell of the hook's line itself, then what it has started. */
function signalLine(place: SessionPlace, signal: NodeJS.Signals): void {
  const shells = sessionProcesses(place.home).filter(({ argv }) =>
    argv.some((word) => word.includes(markLine().trim())),
  );
  signalAll(shells, signal);
  signalStarted(place, signal);
}

const CRASH_AT_ANSWER = `
const fs = require("node:fs");
const fail = () => { throw new Error("planted"); };
const { writeSync, writeFileSync } = fs;
fs.writeSync = (fd, ...rest) => (fd === 1 ? fail() : writeSync(fd, ...rest));
fs.writeFileSync = (file, ...rest) => (file === 1 ? fail() : writeFileSync(file, ...rest));
process.stdout.write = fail;
process.stdout.end = fail;
require("node:module").syncBuiltinESMExports();
`;

/** The ways in which a hook breaks. */
export const FAULTS: readonly Fault[] = [
  { name: "crash at start", decision: "deny", prefix: preload('throw new Error("planted");') },
  { name: "crash while it answers", decision: "deny", prefix: preload(CRASH_AT_ANSWER) },
  {
    name: "out of memory",
    decision: "deny",
    prefix: preload(
      "const kept = []; for (;;) kept.push(new Array(100_000).fill({}));",
      "--max-old-space-size=24",
    ),
  },
  { name: "a decision that takes too long", decision: "slow" },
  {
    name: "kill -9 in the middle",
    decision: "slow",
    prefix: markLine,
    disturb: (place) => signalStarted(place, "SIGKILL"),
  },
  {
    name: "kill -9 of the whole command line",
    decision: "slow",
    prefix: markLine,
    disturb: (place) => signalLine(place, "SIGKILL"),
  },
  {
    name: "the whole command line is frozen",
    decision: "slow",
    prefix: markLine,
    disturb: (place) => signalLine(place, "SIGSTOP"),
  },
  { name: "binary missing", decision: "deny", breakFiles: ({ bin }) => rmSync(bin) },
  { name: "Node missing", decision: "deny", breakFiles: ({ node }) => rmSync(node) },
];
