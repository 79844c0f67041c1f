import { resolve } from "node:path";
import { exitCode, type ExitCode } from "../exit-code.js";
import { loadPolicies } from "../load/load-policies.js";
import { countIssues, issueLines, plural } from "../print/issues.js";
import { type Context, print } from "../settings.js";

/** `gatehouse check [PATH…]`: every issue of the files, or of all places. Exit code 1 with errors. */
export async function check(context: Context, paths: readonly string[]): Promise<ExitCode> {
  const { io, colors } = context;
  const settings =
    paths.length === 0
      ? context.settings
      : { ...context.settings, policies: paths.map((path) => resolve(io.cwd, path)) };
  const { issues, files, sources } = await loadPolicies(io, settings);
  const failed = issues.some((issue) => issue.severity === "error");
  const summary = `${plural(files.length, "file")}: ${countIssues(issues)}`;
  await print(context, { ok: !failed, files, issues }, [
    ...issueLines(issues, colors, { sources, columns: io.stdout.columns }),
    failed ? colors.red(summary) : colors.green(summary),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}
