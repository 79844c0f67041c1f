import { resolve } from "node:path";
import { exitCode, type ExitCode } from "../exit-code.js";
import { loadPolicies } from "../load/load-policies.js";
import { lookedLines } from "../print/looked.js";
import { countIssues, issueLines, plural } from "../print/issues.js";
import { type Context, print } from "../settings.js";

/** `gatehouse check [PATH…]`: every issue of the files, or of all places, and what is not read. Exit code 1 with errors. */
export async function check(context: Context, paths: readonly string[]): Promise<ExitCode> {
  const { io, colors } = context;
  const settings =
    paths.length === 0
      ? context.settings
      : { ...context.settings, policies: paths.map((path) => resolve(io.cwd, path)) };
  const { files, sources, unread, looked, ...loaded } = await loadPolicies(io, settings);
  const issues = [...loaded.issues, ...unread];
  const failed = issues.some((issue) => issue.severity === "error");
  const summary = `${plural(files.length, "file")}: ${countIssues(issues)}`;
  await print(context, { ok: !failed, files, issues, looked }, [
    ...issueLines(issues, colors, { sources, columns: io.stdout.columns }),
    failed ? colors.red(summary) : colors.green(summary),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}
