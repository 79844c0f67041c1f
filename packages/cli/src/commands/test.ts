import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findConfig } from "../load/find-config.js";
import { issueLines } from "../print/issues.js";
import { lookedLines } from "../print/looked.js";
import { printable } from "../print/printable.js";
import { policyRow } from "../jsonl/policy-row.js";
import { type Context, print } from "../settings.js";
import { eventFor } from "../try/event-for.js";
import { runPolicyTests } from "../try/run-policy-tests.js";
import { testCoverage, untestedIssues } from "../try/test-coverage.js";
import { testJunit } from "../try/test-junit.js";
import { coverageLines, inertLines, resultLines, summaryLines } from "../try/test-lines.js";
import { testedFiles } from "../try/tested-files.js";
import { trialLines } from "../try/trial-lines.js";
import { tryPolicy } from "../try/try-policy.js";
import { UsageError } from "../usage-error.js";

/** How the report is written. */
export const TEST_FORMATS = ["text", "json", "junit"] as const;

export interface TestOptions {
  readonly event: string | undefined;
  readonly tool: string | undefined;
  /** JSON text. */
  readonly params: string | undefined;
  /** Ask the judge. */
  readonly live: boolean;
  /** Show each test, and a dry run of each policy. */
  readonly verbose: boolean;
  /** What the tests have not shown is printed. */
  readonly coverage: boolean;
  /** A static deny or ask without an event that it stops, and one that it lets pass, is an error. */
  readonly requireTests: boolean;
  readonly format: string;
}

/**
 * `gatehouse test [PATH…]`: runs the tests that policy files hold, those of a file by the policies of that file. Exit code 1 when a file has
 * errors or a test fails. With parts of an event: a dry run of each policy on it: whether it applies and which part of its condition does not
 * hold, what a judge would be told, and the decision as far as it needs no judge (`--live` asks).
 *
 * @throws UsageError for an unknown format, and when paths are given that hold no policy file
 */
export async function test(
  given: Context,
  paths: readonly string[],
  options: TestOptions,
): Promise<ExitCode> {
  const format = TEST_FORMATS.find((one) => one === options.format);
  if (format === undefined)
    throw new UsageError(
      `there is no format \`${options.format}\``,
      `write one of ${TEST_FORMATS.join(", ")}`,
    );
  const json = given.settings.json || format === "json";
  const context = { ...given, settings: { ...given.settings, json: json && format !== "junit" } };
  const { io, colors } = context;
  const { files, issues: loading, notices, looked, sources } = await testedFiles(context, paths);
  const policies = files.flatMap(testCoverage);
  const tests = files.flatMap(runPolicyTests);
  const issues = [...loading, ...(options.requireTests ? untestedIssues(policies) : [])];
  const errors = issues.filter((issue) => issue.severity === "error");
  const failed = errors.length > 0 || tests.some((one) => one.differences.length > 0);
  const code = failed ? exitCode.refused : exitCode.fine;
  if (format === "junit") {
    await print(context, {}, testJunit(tests, errors));
    return code;
  }
  const [file, ...more] = files;
  const isOne = file !== undefined && more.length === 0 && paths.length === 1;
  const onEvent = [options.event, options.tool, options.params].some((one) => one !== undefined);
  const dryRun = onEvent || options.live || options.verbose || (json && isOne);
  const trials = dryRun
    ? await trialsOf(
        context,
        files.flatMap((one) => one.policies),
        options,
      )
    : [];
  const report = {
    ok: !failed,
    ...(isOne && { path: file.path }),
    files: files.map(({ path }) => path),
    trials,
    tests,
    issues,
    coverage: policies,
  };
  await print(context, report, [
    ...notices.map((notice) => `${colors.yellow("note")} ${printable(notice)}`),
    ...trials.flatMap((trial) => [...trialLines(trial, colors), ""]),
    ...resultLines(tests, options.verbose, colors),
    ...inertLines(policies, colors),
    ...issueLines(issues, colors, { sources, columns: io.stdout.columns }),
    ...(options.coverage ? coverageLines(policies, colors) : []),
    // Who tries an event need not be told that there are no tests.
    ...(tests.length === 0 && (onEvent || options.live) ? [] : summaryLines(tests, files.length, colors)),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
  ]);
  return code;
}

async function trialsOf(context: Context, policies: readonly PolicyDefinition[], options: TestOptions) {
  const { settings } = context;
  const found = await findConfig(settings);
  const trials = [];
  for (const written of policies) {
    const policy = settings.model === undefined ? written : asking(written, settings.model);
    const event = eventFor({ ...options, event: options.event ?? policy.events[0] ?? "before_tool_call" });
    trials.push({
      policy: policyRow(policy),
      ...(await tryPolicy(context, policy, event, found, options.live)),
    });
  }
  return trials;
}

function asking(policy: PolicyDefinition, model: string): PolicyDefinition {
  return policy.handler.kind === "judge" ? { ...policy, handler: { ...policy.handler, model } } : policy;
}
