import { HOSTS } from "@gatehouse-hooks/hosts";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { findConfig } from "@gatehouse-hooks/local/places";
import {
  issueLines,
  type JunitCase,
  junitDocument,
  lookedLines,
  noteLine,
  plural,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { type PolicyRow, policyRow } from "@gatehouse-hooks/console/lines";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";
import { eventFor } from "./event-for.js";
import { playTests, type TestResult, testResults } from "./run-policy-tests.js";
import { testCoverage, type CoveredPolicy, untestedIssues } from "./test-coverage.js";
import { TEST_FORMATS } from "../report-formats.table.js";
import {
  coverageLines,
  inertLines,
  resultLines,
  summaryLines,
  withoutTests,
  testPlace,
} from "./test-lines.js";
import { testedFiles, type TestedFiles } from "./tested-files.js";
import { trialLines } from "./trial-lines.js";
import { type Trial, tryPolicy } from "./try-policy.js";
import type { Issue } from "@gatehouse-hooks/json";

interface TestOptions {
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
 * errors, a test fails, or nothing was tested. With parts of an event: a dry run of each policy on it: whether it applies and which part of its condition does not
 * hold, what a judge would be told, and the decision as far as it needs no judge (`--live` asks).
 *
 * @throws UsageError for an unknown format, and when paths are given that hold no policy file
 */
export async function testPolicies(
  given: Context,
  paths: readonly string[],
  options: TestOptions,
): Promise<ExitCode> {
  const format = testFormat(options.format);
  const context = formatted(given, format);
  const { json } = context.settings;
  const read = await testedFiles(context, paths);
  const { files } = read;
  const { progress } = context.io;
  const played = files.map((file, at) => {
    progress?.("running the tests of file", at + 1, files.length);
    return { file, tests: playTests(file, context.settings.unknownEvents) };
  });
  const policies = played.flatMap(({ file, tests }, at) => {
    progress?.("looking at what tests cover: file", at + 1, files.length);
    return testCoverage(file, tests);
  });
  const tests = played.flatMap(({ file, tests: some }) => testResults(some, read.sources.get(file.path)));
  const one = namesOne(context, paths) ? onlyOf(files) : undefined;
  const dryRun = isTrial(options) || (one !== undefined && cannotHoldTests([one]));
  const isShown = tests.length > 0 || dryRun || needsNone(files, options);
  const issues = [
    ...read.issues,
    ...lacking(policies, options),
    ...(isShown ? [] : [nothingTested(files.length)]),
  ];
  const errors = issues.filter((issue) => issue.severity === "error");
  const failed = errors.length > 0 || tests.some((one) => one.differences.length > 0);
  if (format === "junit") {
    await printAsIs(context, {}, testJunit(tests, errors));
  } else {
    const trials = dryRun || options.verbose || (json && one !== undefined);
    const results: TestReport = {
      ok: !failed,
      ...(one !== undefined && { path: one.path }),
      files: files.map(({ path }) => path),
      trials: trials ? await trialsOf(context, files, options) : [],
      tests,
      issues,
      coverage: policies,
    };
    await printResult(context, results, reportLines(context, results, read, { ...options, dryRun }));
  }
  return failed ? exitCode.refused : exitCode.fine;
}

function formatted(given: Context, format: ReturnType<typeof testFormat>): Context {
  const json = format === "json" || (given.settings.json && format !== "junit");
  return { ...given, settings: { ...given.settings, json } };
}

/** One file is named, as an argument or as the policies. */
function namesOne({ settings: { policies = [] } }: Context, paths: readonly string[]): boolean {
  return (paths.length > 0 ? paths : policies).length === 1;
}

function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** What `--json` prints. */
export interface TestReport {
  readonly ok: boolean;
  /** Where one file was named. */
  readonly path?: string;
  readonly files: readonly string[];
  /** A dry run of each policy, where one was asked for or one file was named. */
  readonly trials: Awaited<ReturnType<typeof trialsOf>>;
  readonly tests: readonly TestResult[];
  readonly issues: readonly PrintedIssue[];
  readonly coverage: readonly CoveredPolicy[];
}

/** @throws UsageError for a format that there is not */
export function testFormat(given: string): (typeof TEST_FORMATS)[number] {
  const format = TEST_FORMATS.find((one) => one === given);
  if (format === undefined)
    throw new UsageError(`there is no format \`${given}\``, `write one of ${TEST_FORMATS.join(", ")}`);
  return format;
}

/** Parts of an event are given. */
function isTrial({ event, tool, params, live }: TestOptions): boolean {
  return live || [event, tool, params].some((one) => one !== undefined);
}

/** A hook file of another system cannot hold tests: to test it is to try it (document 000, "CLI"). */
function cannotHoldTests(files: TestedFiles["files"]): boolean {
  const policies = files.flatMap((file) => file.policies);
  return policies.length > 0 && policies.every(({ source }) => NO_TESTS.has(source?.format ?? ""));
}

/** What `--require-tests` demands. */
function lacking(policies: readonly CoveredPolicy[], { requireTests }: TestOptions): readonly PrintedIssue[] {
  return requireTests ? untestedIssues(policies) : [];
}

/** Whether a run without tests says something all the same: with `--require-tests` about each policy, whether it needs one. */
function needsNone(files: TestedFiles["files"], { requireTests }: TestOptions): boolean {
  return cannotHoldTests(files) || (requireTests && files.length > 0);
}

/** The formats whose files have no place for tests. */
const NO_TESTS: ReadonlySet<string> = new Set(
  HOSTS.flatMap(({ name, files }) => (files === undefined || files.holdsTests === true ? [] : [name])),
);

/** A run that has tested nothing has shown nothing: it would be green whatever the policies say. */
function nothingTested(files: number): PrintedIssue {
  return {
    severity: "error",
    code: "no-tests",
    message: `there are no tests in ${plural(files, "file")}: nothing was tested`,
    cure: 'write `tests:` below a policy, or try the policies on a call: `--tool Bash --params \'{"command":"ls"}\'`',
  };
}

function reportLines(
  { io, colors }: Context,
  { trials, tests, issues, coverage, files }: TestReport,
  { notices, looked, sources }: TestedFiles,
  options: TestOptions & { readonly dryRun: boolean },
): readonly string[] {
  // Who tries an event need not be told that there are no tests.
  const summary = tests.length > 0 || !options.dryRun;
  return [
    ...notices.map((notice) => noteLine(colors, notice)),
    ...trials.flatMap((trial) => [...trialLines(trial, colors), ""]),
    ...resultLines(tests, options.verbose, colors),
    ...inertLines(coverage, colors),
    // What the summary says, with an example.
    ...issueLines(
      issues.filter(({ code }) => code !== "no-tests"),
      colors,
      { sources, columns: io.stdout.columns },
    ),
    ...(options.coverage ? coverageLines(coverage, colors) : []),
    ...(summary
      ? [
          ...summaryLines(tests, files.length, colors),
          ...(options.coverage ? [] : withoutTests(coverage, tests, colors)),
        ]
      : []),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
  ];
}

async function trialsOf(
  context: Context,
  files: TestedFiles["files"],
  options: TestOptions,
): Promise<readonly (Trial & { readonly policy: PolicyRow })[]> {
  const { io, settings } = context;
  const found = await findConfig(settings, io.home);
  const trials = [];
  const all = files.flatMap(({ policies }) => policies);
  for (const written of all) {
    io.progress?.("trying policies:", trials.length + 1, all.length);
    const policy = settings.model === undefined ? written : asking(written, settings.model);
    const event = eventFor({
      ...options,
      event: options.event ?? policy.events[0] ?? "before_tool_call",
      format: policy.source?.format,
    });
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

/** The results as JUnit XML: a case for each test, and one for each issue that fails the run. */
function testJunit(tests: readonly TestResult[], issues: readonly Issue[]): readonly string[] {
  return junitDocument("gatehouse test", [...tests.map(caseOfTest), ...issues.map(caseOfIssue)]);
}

function caseOfTest(test: TestResult): JunitCase {
  const { path, name, differences } = test;
  const [message] = differences;
  return {
    group: path,
    name,
    ...(message !== undefined && {
      failure: { type: "difference", message, text: `${testPlace(test)} ${differences.join("\n")}` },
    }),
  };
}

function caseOfIssue({ code, message, path = "", line, cure }: Issue): JunitCase {
  const place = line === undefined ? path : `${path}:${line}`;
  return {
    group: path,
    name: `${place} ${code}`,
    failure: { type: code, message, text: cure === undefined ? message : `${message}; cure: ${cure}` },
  };
}
