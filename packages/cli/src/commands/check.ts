import { policiesOf } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { isAbsolute, relative, resolve } from "node:path";
import { checkedSets } from "../check/checked-sets.js";
import { type CheckedHost, checkHosts } from "../check/check-hosts.js";
import { github } from "../check/formats/github.js";
import { junit } from "../check/formats/junit.js";
import { sarif } from "../check/formats/sarif.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { untypedLines } from "../print/untyped.js";
import { lookedLines } from "../print/looked.js";
import { countIssues, issueLines, plural } from "../print/issues.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** How the report is written. */
export const CHECK_FORMATS = ["text", "json", "sarif", "junit", "github"] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface CheckOptions {
  /** Names of agents, `all` or `installed`. */
  readonly hosts: readonly string[];
  /** Files with the tools of MCP servers, each with the server's name before a `=` or without. */
  readonly tools: readonly string[];
  /** A person is there to answer the agents' questions. */
  readonly interactive: boolean;
  readonly format: string;
  /** Which findings make the exit code 1: `error`, `warning` or `never`. */
  readonly failOn: string;
}

/**
 * `gatehouse check [PATH…]`: every issue of the files, or of all places, what policies cannot do, and what is not read; with `--host`,
 * what the policies say and an agent cannot carry out. Exit code 1 with errors.
 *
 * @throws UsageError for an unknown agent or format, and when paths are given that hold no policy file
 */
export async function check(
  given: Context,
  paths: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  const format = formatOf(options.format);
  const fails = failing(options.failOn);
  const { io, colors } = given;
  const context = format === "json" ? { ...given, settings: { ...given.settings, json: true } } : given;
  const { sets, files, issues, looked, sources, untyped } = await checkedSets(given, paths, options.tools);
  if (paths.length > 0 && files.length === 0 && !issues.some(isError))
    throw new UsageError(`there is no policy file in ${paths.map((path) => `\`${path}\``).join(", ")}`);
  const hosts = checkHosts(io, options.hosts, sets.flatMap(policiesOf), options.interactive);
  const all = [...issues, ...hosts.flatMap((host) => host.issues)];
  const failed = all.some(fails);
  if (format !== "text" && format !== "json") {
    // As a repository names them, when this is run in it.
    const here = (path: string): string => {
      const inside = relative(io.cwd, resolve(io.cwd, path));
      return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
    };
    const report = {
      files: files.map(here),
      issues: all.map((issue) => (issue.path === undefined ? issue : { ...issue, path: here(issue.path) })),
    };
    const lines =
      format === "sarif"
        ? [JSON.stringify(sarif(report), null, 2)]
        : format === "junit"
          ? junit(report)
          : github(report);
    await print({ ...context, settings: { ...context.settings, json: false } }, {}, lines);
    return failed ? exitCode.refused : exitCode.fine;
  }
  const show = { sources, columns: io.stdout.columns };
  const summary = `${plural(files.length, "file")}: ${countIssues(issues)}`;
  const colored = (text: string, found: CheckedHost["issues"]): string =>
    found.some(isError) ? colors.red(text) : colors.green(text);
  const asked = { ...(options.hosts.length > 0 && { hosts }), ...(options.tools.length > 0 && { untyped }) };
  await print(context, { ok: !failed, files, issues, looked, ...asked }, [
    ...issueLines(issues, colors, show),
    ...(options.tools.length > 0 ? untypedLines(untyped, colors) : []),
    colored(summary, issues),
    ...hosts.flatMap(({ title, issues: found }) => [
      ...issueLines(found, colors, show),
      colored(`${title}: ${found.length === 0 ? "carries out every policy" : countIssues(found)}`, found),
    ]),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

function formatOf(given: string): CheckFormat {
  const format = CHECK_FORMATS.find((one) => one === given);
  if (format === undefined)
    throw new UsageError(`there is no format \`${given}\``, `write one of ${CHECK_FORMATS.join(", ")}`);
  return format;
}

function failing(failOn: string): (issue: Pick<Issue, "severity">) => boolean {
  switch (failOn) {
    case "error":
      return isError;
    case "warning":
      return () => true;
    case "never":
      return () => false;
    default:
      throw new UsageError(`--fail-on is \`${failOn}\``, "write `error`, `warning` or `never`");
  }
}

function isError({ severity }: Pick<Issue, "severity">): boolean {
  return severity === "error";
}
