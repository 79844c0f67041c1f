import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { listedPolicies, type ListedPolicy } from "@gatehouse-hooks/workbench/list";
import { neverAsked } from "@gatehouse-hooks/hosts/wired";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import {
  conditionLines,
  countIssues,
  issueLines,
  lookedLines,
  plural,
  policyLines,
  printable,
  ruleListLines,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { shownInHome } from "@gatehouse-hooks/local/rules";
import { type Context, print, printAsIs } from "@gatehouse-hooks/local";

/** What `--json` prints. */
export interface ListJson {
  readonly policies: readonly ListedPolicy[];
  readonly issues: readonly PrintedIssue[];
  readonly notices: readonly string[];
}

/**
 * `gatehouse list`: the rules by their files, in the order in which they run, those that do nothing too, with the reason, and every issue.
 *
 * @param hosts agents whose events count: what one of them never asks for is told
 * @param shown `verbose`: the columns, conditions and places of each, in place of a line; `conditions`: only the condition of each, whole:
 *   what its sets and effects are compiled to
 */
export async function list(
  context: Context,
  hosts: readonly string[],
  { verbose, conditions }: { readonly verbose: boolean; readonly conditions: boolean },
): Promise<ExitCode> {
  const { io, colors } = context;
  const shownPath = (path: string): string => shownInHome(path, io.home);
  const told: string[] = [];
  const settings = await withOwnHooks(context, told);
  const loaded = await loadPolicies(io, settings);
  const checked =
    hosts.length === 0
      ? []
      : (await import("@gatehouse-hooks/workbench/check/check-hosts")).checkHosts(io, hosts, {
          sets: [loaded.set],
          sources: loaded.sources,
          interactive: false,
        });
  const policies = listedPolicies(loaded, checked);
  const notices = [
    ...loaded.notices,
    ...told,
    ...loaded.ownWords.map((words) => neverAsked({ ...words, isNamed: false })),
  ];
  const lines = [
    ...notices.map((notice) => `${colors.yellow("note")} ${printable(notice)}`),
    ...(policies.length === 0
      ? [
          "no policies found",
          colors.dim("  put hooks into .mayros/hooks/*.md or policies into .gatehouse/*.yaml"),
          ...lookedLines(loaded.looked, colors),
        ]
      : conditions
        ? conditionLines(policies, colors)
        : verbose
          ? policyLines(policies, colors, io.stdout.columns)
          : ruleListLines(policies, colors, { columns: io.stdout.columns, shownPath })),
    ...(loaded.issues.length === 0
      ? []
      : ["", ...issueLines(loaded.issues, colors, { sources: loaded.sources, columns: io.stdout.columns })]),
    "",
    `${plural(policies.length, "policy", "policies")} of ${plural(loaded.files.length, "file")}, ${countIssues(loaded.issues)}`,
  ];
  const json: ListJson = { policies, issues: loaded.issues, notices };
  // A condition is copied into a file.
  await (conditions ? printAsIs : print)(context, json, lines);
  return exitCode.fine;
}

/** The settings with the policies of the user's own hooks, where files are named; a file that cannot be loaded is told. */
async function withOwnHooks(context: Context, told: string[]): Promise<Context["settings"]> {
  const { settings } = context;
  if (settings.hooks === undefined) return settings;
  const { openHooks } = await import("@gatehouse-hooks/agents/hook/open-hooks");
  const hooks = await openHooks(context, settings.hooks, (message) => told.push(message));
  const { policies, lost, close } = hooks;
  await close([]);
  for (const { file, why } of lost) told.push(`the hooks of ${file} are not in force: ${why}`);
  return { ...settings, more: { policies, lost } };
}
