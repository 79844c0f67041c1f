import path from "node:path";
import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type SerializedConfig,
  TestRunner,
} from "vitest";
import { VitestSnapshotEnvironment } from "vitest/runtime";
import type { HeldMutants } from "./bundle-tests.js";
import { idOf } from "./test-outcome.js";

/** How tests are run once. */
export interface Run {
  readonly mutants: HeldMutants;
  /** The ids of the tests to run; all when absent. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** Called when the test files are loaded, before the first test. */
  readonly onLoaded?: () => void;
  /** Called with the id of a test before it, and with undefined after it. */
  readonly onTest?: (id: string | undefined) => void;
}

/** Vitest's runner, for tests in the very process that asks. */
export class InProcessRunner extends TestRunner {
  readonly #evaluate: (testFile: string) => void;
  readonly #run: Run;

  constructor(config: SerializedConfig, evaluate: (testFile: string) => void, run: Run) {
    enterWorker(config);
    super(config);
    this.#evaluate = evaluate;
    this.#run = run;
  }

  override trace = <T>(_name: string, attributes: unknown, callback?: () => T): T =>
    (callback ?? (attributes as () => T))();

  override importFile(file: string): void {
    this.#evaluate(file);
  }

  onCollected(files: RunnerTestFile[]): void {
    const { only, onLoaded } = this.#run;
    if (only !== undefined) for (const file of files) skipOthers(file, only);
    onLoaded?.();
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    this.#run.onTest?.(idOf(test));
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    this.#run.onTest?.(undefined);
    if (this.#run.bail && test.result?.state === "fail") this.cancel("test-failure");
  }
}

/** @returns whether anything is left to run: the hooks of a suite are not run for nothing. */
function skipOthers(task: RunnerTask, only: ReadonlySet<string>): boolean {
  const kept =
    task.type === "test"
      ? only.has(idOf(task))
      : task.tasks.map((child) => skipOthers(child, only)).includes(true);
  if (!kept && task.mode === "run") task.mode = "skip";
  return kept;
}

/** What Vitest's own modules look for in the process of a worker. */
function enterWorker(config: SerializedConfig): void {
  config.snapshotOptions.snapshotEnvironment = new VitestSnapshotEnvironment();
  // A mutant may not write what it gives into a snapshot.
  config.snapshotOptions.updateSnapshot = "none";
  Object.defineProperty(globalThis, "__vitest_worker__", {
    configurable: true,
    value: {
      config,
      ctx: { pool: "forks" },
      environment: { name: "node" },
      rpc: {
        resolveSnapshotPath: (file: string) =>
          path.join(path.dirname(file), "__snapshots__", `${path.basename(file)}.snap`),
        snapshotSaved: () => {},
      },
      metaEnv: process.env,
      providedContext: {},
      onCleanup: () => {},
    },
  });
}
