import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findConfig } from "../load/find-config.js";
import { issueLines } from "../print/issues.js";
import { testResultLines, trialLines } from "../try/trial-lines.js";
import { policyRow } from "../jsonl/policy-row.js";
import { type Context, print } from "../settings.js";
import { eventFor } from "../try/event-for.js";
import { runPolicyTests } from "../try/run-policy-tests.js";
import { tryPolicy } from "../try/try-policy.js";
import { UsageError } from "../usage-error.js";

export interface TestOptions {
  readonly event: string | undefined;
  readonly tool: string | undefined;
  /** JSON text. */
  readonly params: string | undefined;
  /** Ask the judge. */
  readonly live: boolean;
}

/**
 * `gatehouse test FILE`: a dry run of each policy of a file on one event: whether it applies and which part of its
 * condition does not hold, what a judge would be told, and the decision as far as it needs no judge (`--live` asks).
 * Then runs the tests that the file holds. Exit code 1 when the file has errors or a test fails.
 */
export async function test(context: Context, path: string, options: TestOptions): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const read = await readPolicyFiles([{ path, required: true }], { cwd: io.cwd, home: io.home });
  const [file] = read.files;
  if (file === undefined) {
    const [issue] = read.issues;
    throw new UsageError(
      `cannot read \`${path}\`: ${issue?.message ?? "it is not a policy file"}`,
      issue?.cure,
    );
  }
  const loaded = load(file.text, { path: file.path });
  const issues = [...read.issues, ...loaded.issues];
  const found = await findConfig(settings);
  const trials = [];
  for (const written of loaded.policies) {
    const policy = settings.model === undefined ? written : asking(written, settings.model);
    const event = eventFor({ ...options, event: options.event ?? policy.events[0] ?? "before_tool_call" });
    trials.push({
      policy: policyRow(policy),
      ...(await tryPolicy(context, policy, event, found, options.live)),
    });
  }
  const tests = runPolicyTests(loaded.policies, loaded.tests);
  const failed =
    issues.some((issue) => issue.severity === "error") || tests.some((one) => one.differences.length > 0);
  await print(context, { ok: !failed, path: file.path, trials, tests, issues }, [
    ...trials.flatMap((trial) => [...trialLines(trial, colors), ""]),
    ...testResultLines(tests, colors),
    ...issueLines(issues, colors, {
      sources: new Map([[file.path, file.text]]),
      columns: io.stdout.columns,
    }),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

function asking(policy: PolicyDefinition, model: string): PolicyDefinition {
  return policy.handler.kind === "judge" ? { ...policy, handler: { ...policy.handler, model } } : policy;
}
