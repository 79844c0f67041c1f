import type { JudgeOptions, JudgeNotice } from "./judge-options.js";
import { modelProblem } from "./provider/model-registry.js";

/** Reports early that the default model or a size cannot be called: each question to it would fail. */
export function sayModelProblems(
  options: JudgeOptions,
  notice: (code: JudgeNotice["code"], message: string) => void,
): void {
  const { model, sizes = {} } = options;
  const names = [model, ...Object.values(sizes)].filter((name) => name !== undefined);
  for (const name of new Set(names)) {
    const problem = modelProblem(name, options);
    if (problem !== undefined) notice("judge-unavailable", problem);
  }
}
