import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { boxFile } from "../packages/agents/src/box/box-file.js";
import { FIRST_RULE } from "../packages/agents/src/init/first-rule.js";
import type { Frame } from "./frame/frame.js";
import { processTree } from "./frame/process-tree.js";
import { median } from "./frame/statistics.js";

const COMMAND = path.resolve("packages/cli/dist/bin.js");
/** A box has a `/tmp` of its own, so that its workspace is elsewhere. */
const PLACES = path.resolve("node_modules/.cache");
/** Files of a folder of the large workspace. */
const FOLDER = 20;
/** What was changed so short a time ago, in ms, is looked at again. */
const SETTLED_MS = 3_000;
const TICK_MS = 10;
const FEW = 50;
const MANY = 50_000;

/** What a boxed call costs beyond its command: by Node, and by the script that asks the daemon, in a small and in a large workspace. */
export default async function box(frame: Frame): Promise<void> {
  if (!existsSync("/usr/bin/bwrap")) throw new Error("bubblewrap is not installed");
  const small = await calls(frame, FEW);
  const large = await calls(frame, MANY);
  frame.record({
    ...{
      subject: "the script and the daemon",
      case: `${MANY} files`,
      metric: "beyond the command",
      unit: "ms",
    },
    ...{ value: large, ratioTo: `${FEW} files`, ratio: large / small },
  });
}

/** @returns processor time of a call by the script beyond its command, in ms, with that of the daemon */
async function calls(frame: Frame, files: number): Promise<number> {
  mkdirSync(PLACES, { recursive: true });
  const root = mkdtempSync(path.join(PLACES, "gatehouse-box-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: root };
  const workspace = path.join(root, "project");
  fill(workspace, files);
  mkdirSync(path.join(root, ".gatehouse"));
  writeFileSync(path.join(root, ".gatehouse/first.yaml"), FIRST_RULE);
  const daemon = spawn(process.execPath, [COMMAND, "daemon", "run"], { env, stdio: "ignore" });
  try {
    const socket = path.join(root, ".gatehouse/run/daemon.sock");
    while (!existsSync(socket)) await wait(20);
    const script = await boxFile({ home: root, env }, { node: "/bin/false", program: COMMAND });
    if (script === undefined) throw new Error("no script can be made");
    // Like a test command, it is not understood as a whole: its box is that of the policies, and its standard error is not searched.
    writeFileSync(path.join(workspace, "text"), "true\n");
    const command = ["/bin/bash", "-c", 'eval "$(<text)"'];
    const told = ["box", "--told", "--session", "bench", "--", ...command];
    const subjects: Readonly<Record<string, readonly string[]>> = {
      "bare Node": [process.execPath, "-e", "0"],
      "the command alone": command,
      "the script and the daemon": ["/bin/bash", "-p", script, ...told],
      "by Node": [process.execPath, COMMAND, ...told],
    };
    await wait(SETTLED_MS);
    const times = new Map(
      Object.keys(subjects).map((name) => [name, { cpu: new Array<number>(), wall: new Array<number>() }]),
    );
    const rounds = frame.quick ? 5 : 31;
    for (let round = 0; round <= rounds; round++)
      for (const [name, argv] of Object.entries(subjects)) {
        const before = cpuMs(daemon);
        const { cpuMs: cpu, wallMs } = await processTree(argv, { cwd: workspace, env, stdin: "" });
        const all = times.get(name);
        // In the first round the daemon looks at everything.
        if (round === 0) continue;
        all?.cpu.push(cpu + cpuMs(daemon) - before);
        all?.wall.push(wallMs);
      }
    const of = (name: string, key: "cpu" | "wall"): number => mean(times.get(name)?.[key] ?? []);
    for (const [metric, key] of [
      ["process", "cpu"],
      ["process (wall)", "wall"],
    ] as const)
      for (const subject of Object.keys(subjects)) {
        const value = of(subject, key);
        frame.record({
          ...{ subject, case: `${files} files`, metric, value, unit: "ms" },
          ...{ ratioTo: "bare Node", ratio: value / of("bare Node", key) },
        });
      }
    return of("the script and the daemon", "cpu") - of("the command alone", "cpu");
  } finally {
    daemon.kill();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Of a process whose time is counted in ticks of 10 ms a median would be one of a few values. */
function mean(values: readonly number[]): number {
  const middle = median(values);
  const near = values.filter((one) => one <= 3 * middle + TICK_MS);
  return near.reduce((sum, one) => sum + one, 0) / near.length;
}

function fill(workspace: string, files: number): void {
  mkdirSync(path.join(workspace, ".git"), { recursive: true });
  for (let i = 0; i < files; i++) {
    const folder = path.join(workspace, "node_modules", `p${Math.floor(i / FOLDER)}`);
    if (i % FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `f${i % FOLDER}.js`), "");
  }
}

/** Processor time of a process until now, in ms. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
