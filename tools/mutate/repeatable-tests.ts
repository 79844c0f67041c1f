import { startTests } from "@vitest/runner";
import fc from "fast-check";
import { sourceConditions } from "../source-conditions.js";
import { bundleTests } from "./bundle-tests.js";
import { InProcessRunner, type Run } from "./in-process-runner.js";
import { packageTests } from "./package-tests.js";
import { outcomesOf, strayError, testId, type TestOutcome } from "./test-outcome.js";

/** Evaluates sources and tests anew, and runs the tests one after the other. */
export type RunTests = (run: Run) => Promise<readonly TestOutcome[]>;

/**
 * Prepares the tests of the package that `GATEHOUSE_MUTATE` names. Vitest's own collector, runner and `expect` run
 * them, in this process instead of its workers, which take seconds to start.
 *
 * @throws if the configuration or a file cannot be read.
 */
export async function repeatableTests(): Promise<RunTests> {
  const { files, config } = await packageTests();
  const start = await bundleTests(files, sourceConditions);
  for (const [name, value] of Object.entries(config.env ?? {})) {
    if (typeof value === "string") process.env[name] = value;
  }
  // The same inputs for every mutant: what differs is the mutant.
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });

  /** The most that a file has taken: the quick ones are asked first, most mutants need no other. */
  const longest = new Map<string, number>();
  let strays: string[] = [];
  const onStray = (error: unknown): void => {
    strays.push(error instanceof Error ? error.message : String(error));
  };
  process.on("uncaughtException", onStray);
  process.on("unhandledRejection", onStray);

  return async (run) => {
    strays = [];
    const { only } = run;
    const wanted = files
      .filter((file) => only === undefined || hasTestOf(only, file))
      .toSorted((a, b) => (longest.get(a) ?? 0) - (longest.get(b) ?? 0));
    const tasks = await startTests(wanted, new InProcessRunner(config, start(run.mutants), run));
    for (const { filepath, result } of tasks)
      longest.set(filepath, Math.max(result?.duration ?? 0, longest.get(filepath) ?? 0));
    // A rejection that nobody handled is told after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    return [...tasks.flatMap(outcomesOf), ...strays.map((message) => strayError(files[0] ?? "", message))];
  };
}

function hasTestOf(ids: ReadonlySet<string>, file: string): boolean {
  const prefix = testId(file, "");
  return [...ids].some((id) => id.startsWith(prefix));
}
