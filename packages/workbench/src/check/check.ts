import type { Issue } from "@gatehouse-hooks/json";
import type { UntypedTool } from "@gatehouse-hooks/language-server/proven";
import { isAbsolute, relative, resolve } from "node:path";
import { CHECK_FORMATS, type CheckFormat } from "../report-formats.table.js";
import { type CheckedSets, checkedSets } from "./checked-sets.js";
import { type BoxedPolicy, boxLines, checkBox } from "./check-box.js";
import { type CheckedHost, checkHosts } from "./check-hosts.js";
import type { CheckReport } from "./formats/check-report.js";
import { fixedLines, fixFiles, type FixedFile } from "./fix-files.js";
import { reportLines } from "./formats/report-lines.js";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import {
  countIssues,
  EXPLAINED,
  issueLines,
  lookedLines,
  plural,
  printable,
  type PrintedIssue,
  untypedLines,
} from "@gatehouse-hooks/console/print";
import { shownInHome } from "@gatehouse-hooks/local/rules";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";

interface CheckOptions {
  /** Names of agents, `all` or `installed`. */
  readonly hosts: readonly string[];
  /** Files with the tools of MCP servers: `[SERVER=]FILE`. */
  readonly tools: readonly string[];
  /** A person is there to answer the agents' questions. */
  readonly interactive: boolean;
  /** Cures that are certain are written into the files first. */
  readonly fix: boolean;
  /** Policies that contradict each other are reported, too. */
  readonly conflicts: boolean;
  /** How much of each policy a box holds is reported, too. */
  readonly box: boolean;
  readonly format: string;
  /** Which findings make the exit code 1: `error`, `warning` or `never`. */
  readonly failOn: string;
}

/** What `--json` prints. */
export interface CheckJson {
  /** Nothing is found that makes the exit code 1. */
  readonly ok: boolean;
  readonly files: readonly string[];
  readonly issues: readonly PrintedIssue[];
  /** The places that were looked into. */
  readonly looked: readonly string[];
  /** With `--host`. */
  readonly hosts?: readonly (Omit<CheckedHost, "issues"> & { readonly issues: readonly PrintedIssue[] })[];
  /** With `--fix`: what was written into files. */
  readonly fixed?: readonly FixedFile[];
  /** With `--tools`. */
  readonly untyped?: readonly UntypedTool[];
  /** With `--box`: those that deny or ask. */
  readonly box?: readonly BoxedPolicy[];
}

/**
 * `gatehouse check [PATH…]`: every issue of the files, or of all places, what policies cannot do, and what is not read; with `--host`,
 * what the policies say and an agent cannot carry out. Exit code 1 with errors.
 *
 * @throws UsageError for an unknown agent or format, and when paths are given that hold no policy file
 */
export async function checkPaths(
  context: Context,
  paths: readonly string[],
  { hosts: names, interactive, conflicts, tools, ...options }: CheckOptions,
): Promise<ExitCode> {
  const format = formatOf(options.format);
  const fails = failing(options.failOn);
  const first = await checkedSets(context, paths, { conflicts, tools });
  const fixed = options.fix ? fixFiles(first.ownFiles, first.sources) : undefined;
  const checked =
    fixed === undefined || fixed.length === 0
      ? first
      : await checkedSets(context, paths, { conflicts, tools });
  const { sets, sources, issues, files } = checked;
  if (paths.length > 0 && files.length === 0) refuseNothing(paths, issues);
  const hosts = checkHosts(context.io, names, { sets, sources, interactive });
  const failed = [...issues, ...hosts.flatMap((host) => host.issues)].some(fails);
  const box = options.box
    ? checkBox(sets, { workspace: context.settings.project, home: context.io.home })
    : undefined;
  if (format === "text" || format === "json")
    await printText(
      context,
      format === "json",
      { ...checked, ...(fixed && { fixed }), ...(box && { box }) },
      hosts,
      failed,
    );
  else await printLines(context, reportLines(format, reportOf(checked, hosts, context.io.cwd)));
  return failed ? exitCode.refused : exitCode.fine;
}

/** @throws UsageError where there is nothing to check: no policy file, or not even the path */
function refuseNothing(paths: readonly string[], issues: readonly Issue[]): void {
  const named = paths.map((path) => `\`${path}\``).join(", ");
  const error = issues.find(isError);
  if (error === undefined) throw new UsageError(`no policy file in ${named}`);
  if (error.code === "not-found") throw new UsageError(`cannot read ${named}: ${error.message}`, error.cure);
}

/** Text for people, or JSON. */
async function printText(
  given: Context,
  json: boolean,
  {
    files,
    ownFiles,
    issues,
    looked,
    sources,
    untyped,
    fixed,
    box,
  }: CheckedSets & Pick<CheckJson, "fixed" | "box">,
  hosts: readonly CheckedHost[],
  failed: boolean,
): Promise<void> {
  const { io, colors } = given;
  const context = json ? { ...given, settings: { ...given.settings, json } } : given;
  const show = { sources, columns: io.stdout.columns };
  const colored = (text: string, found: CheckedHost["issues"]): string =>
    found.some(isError) ? colors.red(text) : colors.green(text);
  const outside = ownFiles
    .filter(({ at }) => relative(given.settings.project, at).startsWith(".."))
    .map(({ path }) => printable(shownInHome(path, io.home)));
  const among = outside.length === files.length ? "" : " among them";
  const count = `${plural(files.length, "file")}${outside.length === 0 ? "" : ` (${outside.join(", ")}${among})`}`;
  const asked = {
    ...(fixed && { fixed }),
    ...(hosts.length > 0 && { hosts }),
    ...(untyped && { untyped }),
    ...(box && { box }),
  };
  await printResult(context, { ok: !failed, files, issues, looked, ...asked } satisfies CheckJson, [
    ...(fixed === undefined ? [] : fixed.length === 0 ? ["nothing to fix"] : fixedLines(fixed)),
    ...issueLines(issues, colors, show),
    ...untypedLines(untyped ?? [], colors),
    colored(`${count}: ${countIssues(issues)}`, issues),
    ...hosts.flatMap(({ title, issues: found }) => [
      ...issueLines(found, colors, show),
      colored(`${title}: ${found.length === 0 ? "carries out every policy" : countIssues(found)}`, found),
    ]),
    ...(box === undefined ? [] : boxLines(box, colors)),
    ...(files.length === 0 ? lookedLines(looked, colors) : []),
    ...(issues.length > 0 || hosts.some((host) => host.issues.length > 0) ? [colors.dim(EXPLAINED)] : []),
  ]);
}

/** Lines that are what they are, also with `--json`. */
async function printLines(context: Context, lines: readonly string[]): Promise<void> {
  await printAsIs({ ...context, settings: { ...context.settings, json: false } }, {}, lines);
}

/** All findings, with paths as a repository names them when this is run in it. */
function reportOf({ files, issues }: CheckedSets, hosts: readonly CheckedHost[], cwd: string): CheckReport {
  const here = (path: string): string => {
    const inside = relative(cwd, resolve(cwd, path));
    return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
  };
  return {
    files: files.map(here),
    issues: [...issues, ...hosts.flatMap((host) => host.issues)].map((issue) =>
      issue.path === undefined ? issue : { ...issue, path: here(issue.path) },
    ),
  };
}

function formatOf(given: string): CheckFormat {
  const format = CHECK_FORMATS.find((one) => one === given);
  if (format === undefined)
    throw new UsageError(`unknown format \`${given}\``, `write one of ${CHECK_FORMATS.join(", ")}`);
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
