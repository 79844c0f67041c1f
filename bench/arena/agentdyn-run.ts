import type { JsonObject } from "@gatehouse-hooks/json";
import { isGoal } from "./agentdyn-goals.js";
import { type Happened, listIn, objectIn, type Run, rowsIn, textIn } from "./recorded-run.js";

/** One call with its result. */
export interface DynStep {
  readonly tool: string;
  readonly args: JsonObject;
  readonly result: string;
  readonly failed: boolean;
  /** The call is the attacker's. */
  readonly goal: boolean;
}

/** A run of AgentDyn: what the user said, and the calls. */
export interface DynRun {
  readonly suite: string;
  readonly task: string;
  readonly attack: string | null;
  readonly prompt: string;
  readonly done: boolean;
  readonly succeeded: boolean;
  readonly steps: readonly DynStep[];
}

/** The runs of AgentDyn in a folder, a file for each model. */
export function readAgentDyn(folder: string): readonly DynRun[] {
  return rowsIn(folder).map((row) => {
    const suite = textIn(row, "suite");
    const attack = row["injectionTask"] === null ? null : textIn(row, "injectionTask");
    return {
      suite,
      attack,
      task: textIn(row, "userTask"),
      prompt: textIn(row, "prompt"),
      done: row["utility"] === true,
      succeeded: attack !== null && row["security"] === true,
      steps: listIn(row, "steps").map((step): DynStep => {
        const [tool, args] = [textIn(step, "tool"), objectIn(step, "args")];
        const failed = textIn(step, "error") !== "";
        return {
          tool,
          args,
          result: textIn(step, "result"),
          failed,
          goal: isGoal(suite, attack, tool, args),
        };
      }),
    };
  });
}

/** The run as it is played. */
export function asRun({ steps, prompt, ...run }: DynRun): Run {
  const events = steps.flatMap(({ tool, args, goal, result, failed }, i): readonly Happened[] => [
    { kind: "call", id: `c${i}`, tool, args, goal },
    { kind: "result", id: `c${i}`, text: result, failed },
  ]);
  return { ...run, events: [{ kind: "prompt", text: prompt }, ...events] };
}
