import type { RunnerTestFile } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Counts a test file that cannot load as a failed test. Without it Stryker sees no test at all in such a file, and
 * the mutant that broke it survives.
 */
export class LoadFailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { task } of modules as readonly unknown[] as readonly { readonly task: RunnerTestFile }[]) {
      if (task.result?.state !== "fail" || task.tasks.length > 0) continue;
      task.tasks.push({
        ...task,
        type: "test",
        id: `${task.id}_load`,
        name: "file loads",
        suite: task,
        context: {},
        result: { state: "fail", errors: task.result.errors },
      } as unknown as RunnerTestFile["tasks"][number]);
    }
  }
}
