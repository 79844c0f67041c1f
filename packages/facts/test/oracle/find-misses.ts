import {
  Dice,
  STUBS,
  generateProgramScript,
  generateScript,
} from "../../../shell/test/oracle/script-generator.js";
import { type Execution, runInBox } from "../../../shell/test/oracle/run-in-box.js";
import type { Facts } from "../../src/index.js";
import { coversExecution, isExcused } from "./predict-commands.js";

/** Programs of the system that run or pass on what they are given; all else that scripts call are stubs. */
const REAL =
  "xargs nice timeout nohup find sh dash tee base64 setsid stdbuf cp mv head tail sort cut tr rev sed grep uniq tac awk fold nl paste".split(
    " ",
  );

/** Facts of a script; a mutant is one that leaves something out. */
export type Predict = (script: string) => Facts;

/** An execution that the facts of its script do not have, although they say that all was understood. */
export interface Miss {
  readonly script: string;
  readonly execution: Execution;
}

/** The scripts of a seed and those after it. */
export function scriptsFrom(seed: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const dice = new Dice(seed + i);
    return (seed + i) % 2 === 0 ? generateScript(dice) : generateProgramScript(dice);
  });
}

/** What one box showed. */
export interface Held {
  readonly misses: readonly Miss[];
  readonly executions: number;
  /** Scripts whose facts say that all was understood. */
  readonly understood: number;
}

/**
 * Runs scripts by real bash in one box, and holds what they executed against their facts.
 *
 * @param folder an empty directory
 */
export function holdAgainst(scripts: readonly string[], predict: Predict, folder: string): Held {
  const runs = runInBox(scripts, { stubs: STUBS, real: REAL }, folder);
  const misses: Miss[] = [];
  let executions = 0;
  let understood = 0;
  for (const [i, script] of scripts.entries()) {
    // Also of a script that was cut off: what it has executed, its facts must have.
    const executed = runs[i]?.executions ?? [];
    executions += executed.length;
    const facts = predict(script);
    if (isExcused(facts)) continue;
    understood++;
    const execution = executed.find(
      ({ argv, directory }) => !facts.commands.some((one) => coversExecution(one, argv, directory)),
    );
    if (execution !== undefined) misses.push({ script, execution });
  }
  return { misses, executions, understood };
}
