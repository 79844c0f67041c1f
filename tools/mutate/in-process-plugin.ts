import type { InstrumenterContext } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { repeatableTests, type RunTests } from "./repeatable-tests.js";
import { isSampled } from "./sampled.js";
import { isStray, type TestOutcome } from "./test-outcome.js";

/** The share of mutants that is tried. */
const share = Number(process.env["GATEHOUSE_MUTATE_SAMPLE"] ?? 1);

/**
 * Runs mutants in the process that Stryker starts, some milliseconds each.
 *
 * Every mutant meets modules that were evaluated for it, so it sees nothing that another left in a module of the
 * workspace. What may be left elsewhere, in globals, timers or npm packages, is found out: the test that noticed a
 * mutant has to pass again without it. If it does not, Stryker is told of an error and tries again in a new process.
 */
class InProcessTestRunner implements TestRunner {
  #run: RunTests = () => Promise.reject(new Error("not initialised"));

  async init(): Promise<void> {
    this.#run = await repeatableTests();
  }

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const context = instrumented();
    const mutantCoverage = { static: {}, perTest: {} };
    context.mutantCoverage = mutantCoverage;
    const outcomes = await this.#run({
      mutants: "all",
      bail: false,
      onTest: (id) => {
        if (id === undefined) delete context.currentTestId;
        else context.currentTestId = id;
      },
    });
    return { status: DryRunStatus.Complete, tests: outcomes.map(testResult), mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    // Not counted: `tools/mutate.ts` asks the same question of the results.
    if (!isSampled(options.activeMutant, share)) return { status: MutantRunStatus.Survived, nrOfTests: 0 };
    let result = await this.#runMutant(options);
    if (result.status !== MutantRunStatus.Killed) return result;
    // An error outside of the tests can be a late one of an earlier mutant: it counts if it comes again.
    if (result.killedBy.every(isStray)) result = await this.#runMutant(options);
    if (result.status !== MutantRunStatus.Killed) return result;
    const unmutated = await this.#run({
      mutants: { only: undefined },
      bail: false,
      only: new Set(result.killedBy),
    });
    const failed = unmutated.find(({ state }) => state === "failed");
    if (failed !== undefined) throw new Error(`fails without a mutant: ${failed.id}: ${failed.message}`);
    return result;
  }

  async #runMutant(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, disableBail, hitLimit, mutantActivation, testFilter } = options;
    const context = instrumented();
    const activate = (): void => {
      context.activeMutant = activeMutant.id;
    };
    if (hitLimit !== undefined) Object.assign(context, { hitLimit, hitCount: 0 });
    if (mutantActivation === "static") activate();
    const outcomes = await this.#run({
      mutants: { only: activeMutant.id },
      bail: !disableBail,
      only: testFilter === undefined ? undefined : new Set(testFilter),
      onLoaded: activate,
    });
    const endless = determineHitLimitReached(context.hitCount, hitLimit);
    delete context.activeMutant;
    delete context.hitLimit;
    delete context.hitCount;
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests: outcomes.map(testResult) });
  }
}

/** What Stryker's instrumentation reads and writes. */
function instrumented(): InstrumenterContext {
  const global = globalThis as { __stryker__?: InstrumenterContext };
  return (global.__stryker__ ??= {});
}

function testResult({ id, file, milliseconds, state, message }: TestOutcome): TestResult {
  const test = { id, name: id.slice(id.indexOf("#") + 1), fileName: file, timeSpentMs: milliseconds };
  if (state === "failed") return { ...test, status: TestStatus.Failed, failureMessage: message };
  return { ...test, status: state === "passed" ? TestStatus.Success : TestStatus.Skipped };
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessTestRunner)];
