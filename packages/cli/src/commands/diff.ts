import { type Difference, diffSets } from "@gatehouse-hooks/analysis";
import { exampleEvents } from "@gatehouse-hooks/facts";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { diffLines, diffMarkdown, diffSide } from "@gatehouse-hooks/workbench/diff";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { issueLines, plural, type PrintedIssue } from "@gatehouse-hooks/console/print";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";

interface DiffCommandOptions {
  /** A change that makes decisions looser is meant. */
  readonly allowLoosening: boolean;
  /** Print a table for a pull request. */
  readonly markdown: boolean;
}

/** What `--json` prints. */
export interface DiffJson {
  readonly ok: boolean;
  readonly differences: readonly (Omit<Difference, "changed"> & { readonly changed: readonly string[] })[];
  /** Changed policies of which it is not known whether they change a decision. */
  readonly unknown: readonly { readonly policy: string; readonly why: string }[];
  /** The errors of both sides. */
  readonly issues: readonly PrintedIssue[];
}

/**
 * `gatehouse diff OLD NEW`: the decisions that a change of policies changes, in classes of one event each. Exit code 1 when one becomes
 * looser, unless that is meant, and when either side has errors.
 *
 * @throws UsageError for what is neither a file, a folder nor a revision
 */
export async function diff(
  context: Context,
  old: string,
  now: string,
  options: DiffCommandOptions,
): Promise<ExitCode> {
  if (context.settings.policies !== undefined)
    throw new UsageError("`diff` compares its two arguments", "leave out `--policies`");
  const before = await diffSide(context, old);
  const after = await diffSide(context, now);
  const issues = [...before.issues, ...after.issues].filter(({ severity }) => severity === "error");
  const found = diffSets(before.set, after.set, {
    tools: hostToolTypes(),
    examples: exampleEvents,
    onPolicy: (done, of) => context.io.progress?.("comparing policies", done, of),
    candidates: [...before.tests, ...after.tests].map(({ event }) => event),
  });
  const looser = found.differences.filter(({ loosens }) => loosens).length;
  const failed = issues.length > 0 || (looser > 0 && !options.allowLoosening);
  const report: DiffJson = {
    ok: !failed,
    differences: found.differences.map(({ changed, ...one }) => ({
      ...one,
      changed: changed.map(({ id }) => id),
    })),
    unknown: found.unknown.map(({ policy: { id }, why }) => ({ policy: id, why })),
    issues,
  };
  const { colors } = context;
  if (options.markdown) await printAsIs(context, report, diffMarkdown(found));
  else
    await printResult(context, report, [
      ...issueLines(issues, colors),
      ...diffLines(found, colors),
      `${plural(found.differences.length, "change")} of decisions, ${looser} looser`,
    ]);
  return failed ? exitCode.refused : exitCode.fine;
}
