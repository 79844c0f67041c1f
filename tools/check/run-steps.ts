import { runStep } from "./run-step.js";
import type { StepResult } from "./run-step.js";
import type { Step } from "./step.js";

/**
 * Runs steps, at most `lanes` at a time, each when those it comes after are done. After the first failure nothing
 * new starts and what still runs is stopped; results of stopped steps are not reported.
 */
export async function runSteps(
  steps: readonly Step[],
  root: string,
  lanes: number,
  onResult: (result: StepResult) => void,
): Promise<readonly StepResult[]> {
  const chosen = new Set(steps.map((step) => step.name));
  const waiting = [...steps];
  const done = new Set<string>();
  const results: StepResult[] = [];
  const stop = new AbortController();
  const isReady = (step: Step): boolean =>
    (step.after ?? []).every((name) => done.has(name) || !chosen.has(name));

  async function lane(): Promise<void> {
    while (!stop.signal.aborted) {
      const at = waiting.findIndex(isReady);
      const [step] = at === -1 ? [] : waiting.splice(at, 1);
      if (step === undefined) return;
      const result = await runStep(step, root, stop.signal);
      if (stop.signal.aborted) return;
      done.add(step.name);
      results.push(result);
      onResult(result);
      if (!result.passed) stop.abort();
      // A step that waited for this one may start in a lane that had nothing to do.
      else spread();
    }
  }

  const running = new Set<Promise<void>>();
  function spread(): void {
    while (running.size < lanes && waiting.some(isReady) && !stop.signal.aborted) {
      const started = lane();
      const ended = started.finally(() => running.delete(ended));
      running.add(ended);
      // `lane` takes its step before it first waits, so the loop ends.
    }
  }

  spread();
  while (running.size > 0) await Promise.all(running);
  return results;
}
