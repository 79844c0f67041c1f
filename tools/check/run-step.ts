import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

import type { Step } from "./step.js";

/** How a step ended. `output` is what its commands printed, in order of arrival. */
export interface StepResult {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
  /** What the step's `note` found in the output. */
  readonly note?: string;
}

/**
 * The environment of the steps. Laws draw from a seed that follows from the sources: a run that was red is red again, and
 * whoever changes something tries other cases. The long tier, `pnpm laws` and `pnpm fuzz` draw anew each time; so does a tree
 * without git.
 */
function environment({ tier }: Step, root: string): NodeJS.ProcessEnv {
  const given = process.env["GATEHOUSE_SEED"];
  if (tier === "long" || given !== undefined) return process.env;
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd: root, encoding: "utf8" });
  const [tree] = /^[0-9a-f]{7}/.exec(stdout ?? "") ?? [];
  return tree === undefined
    ? process.env
    : { ...process.env, GATEHOUSE_SEED: String(Number.parseInt(tree, 16)) };
}

/** Runs the commands of a step in `root`; the first that fails, or the signal, ends it. Never rejects. */
export async function runStep(step: Step, root: string, signal: AbortSignal): Promise<StepResult> {
  const start = performance.now();
  const env = environment(step, root);
  let output = "";
  let passed = true;
  for (const [program, ...args] of step.commands) {
    passed = await new Promise<boolean>((resolve) => {
      const child = spawn(path.join(root, "node_modules/.bin", program), args, {
        cwd: root,
        env,
        signal,
        stdio: ["ignore", "pipe", "pipe"],
        shell: process.platform === "win32",
      });
      const collect = (chunk: Buffer): void => {
        output += chunk.toString("utf8");
      };
      child.stdout.on("data", collect);
      child.stderr.on("data", collect);
      child.on("error", (error) => {
        output += `${String(error)}\n`;
        resolve(false);
      });
      child.on("close", (code) => {
        resolve(code === 0);
      });
    });
    if (!passed) break;
  }
  const seconds = (performance.now() - start) / 1000;
  const note = step.note?.exec(stripVTControlCharacters(output))?.[1];
  return { step, passed, seconds, output, ...(note !== undefined && { note }) };
}
