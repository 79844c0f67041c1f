import { policiesOf } from "@gatehouse-hooks/engine";
import { resolve } from "node:path";
import { analysisIssues } from "../check/analysis-issues.js";
import { type CheckedHost, checkHosts } from "../check/check-hosts.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { loadPolicies } from "../load/load-policies.js";
import { lookedLines } from "../print/looked.js";
import { countIssues, issueLines, plural } from "../print/issues.js";
import { type Context, print } from "../settings.js";

export interface CheckOptions {
  /** Names of agents, `all` or `installed`. */
  readonly hosts: readonly string[];
  /** A person is there to answer the agents' questions. */
  readonly interactive: boolean;
}

/**
 * `gatehouse check [PATH…]`: every issue of the files, or of all places, what policies cannot do, and what is not read; with `--host`, what the policies say
 * and an agent cannot carry out. Exit code 1 with errors.
 *
 * @throws UsageError for an unknown agent
 */
export async function check(
  context: Context,
  paths: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  const { io, colors } = context;
  const settings =
    paths.length === 0
      ? context.settings
      : { ...context.settings, policies: paths.map((path) => resolve(io.cwd, path)) };
  const { files, sources, unread, looked, ...loaded } = await loadPolicies(io, settings);
  const issues = [...loaded.issues, ...analysisIssues(loaded.set, loaded.issues), ...unread];
  const hosts = checkHosts(io, options.hosts, policiesOf(loaded.set), options.interactive);
  const show = { sources, columns: io.stdout.columns };
  const failed = [issues, ...hosts.map((host) => host.issues)].flat().some(isError);
  const summary = `${plural(files.length, "file")}: ${countIssues(issues)}`;
  const colored = (text: string, found: CheckedHost["issues"]): string =>
    found.some(isError) ? colors.red(text) : colors.green(text);
  await print(context, { ok: !failed, files, issues, looked, ...(options.hosts.length > 0 && { hosts }) }, [
    ...issueLines(issues, colors, show),
    colored(summary, issues),
    ...hosts.flatMap(({ title, issues: found }) => [
      ...issueLines(found, colors, show),
      colored(`${title}: ${found.length === 0 ? "carries out every policy" : countIssues(found)}`, found),
    ]),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

function isError({ severity }: CheckedHost["issues"][number]): boolean {
  return severity === "error";
}
