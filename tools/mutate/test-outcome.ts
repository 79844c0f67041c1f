import path from "node:path";
import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite } from "vitest";

/** What became of a test, or of a file that did not load. */
export interface TestOutcome {
  /** See {@link idOf}; two tests of one name in a file share it. */
  readonly id: string;
  /** Absolute path of its file. */
  readonly file: string;
  readonly milliseconds: number;
  readonly state: "passed" | "failed" | "skipped";
  /** Why it failed, else empty. */
  readonly message: string;
}

/** `file#names`, the path being relative to the working directory. */
export function idOf(task: RunnerTestCase): string {
  const names = [task.name];
  let suite: RunnerTestSuite | undefined = task.suite;
  for (; suite !== undefined && suite !== task.file; suite = suite.suite) names.unshift(suite.name);
  return testId(task.file.filepath, names.join(" "));
}

/** @param file absolute path. */
export function testId(file: string, name: string): string {
  return `${path.relative(process.cwd(), file)}#${name}`;
}

/**
 * The outcomes of all tests of a file. A failure outside of a test, while loading or in a hook, is one more outcome:
 * without it a mutant that breaks a file would have no test against it.
 */
export function outcomesOf(file: RunnerTestFile): TestOutcome[] {
  const visit = (task: RunnerTask): TestOutcome[] => {
    const { state, errors, duration = 0 } = task.result ?? {};
    const message = errors?.[0]?.message ?? "";
    if (task.type === "test") {
      const result = state === "pass" ? "passed" : state === "fail" ? "failed" : "skipped";
      return [{ id: idOf(task), file: file.filepath, milliseconds: duration, state: result, message }];
    }
    const own =
      errors === undefined || errors.length === 0 ? [] : [failureOutside(file.filepath, task.name, message)];
    return [...own, ...task.tasks.flatMap(visit)];
  };
  return visit(file);
}

/** An error that no test waited for. Vitest fails a run for it too. */
export function strayError(file: string, message: string): TestOutcome {
  return failureOutside(file, STRAY, message);
}

export function isStray(id: string): boolean {
  return id.endsWith(STRAY);
}

const STRAY = "error that no test waited for";

function failureOutside(file: string, where: string, message: string): TestOutcome {
  return { id: testId(file, `outside of tests: ${where}`), file, milliseconds: 0, state: "failed", message };
}
