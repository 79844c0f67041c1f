import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { listedPolicies, type ListedPolicy } from "@gatehouse-hooks/workbench/list";
import { neverAsked } from "@gatehouse-hooks/hosts/wired";
import { hookGlobs, loadPolicies } from "@gatehouse-hooks/local/places";
import {
  countIssues,
  issueLines,
  listedLines,
  type ListView,
  lookedLines,
  noteLine,
  plural,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { offNotices, ownCodeLines, ownCodeSaid, shownInHome } from "@gatehouse-hooks/local/rules";
import { type Context, printResult, printAsIs } from "@gatehouse-hooks/local";

/** What `--json` prints. */
export interface ListJson {
  readonly policies: readonly ListedPolicy[];
  readonly issues: readonly PrintedIssue[];
  readonly notices: readonly string[];
  /** What a person has said about the project's own code (`gatehouse trust --code`). */
  readonly ownCode: ReturnType<typeof ownCodeSaid>;
}

/**
 * `gatehouse list`: the rules by their files, in the order in which they run, those that do nothing too, with the reason, and every issue.
 *
 * @param hosts agents whose events count: what one of them never asks for is told
 * @param view how much of each is shown
 */
export async function list(
  context: Context,
  hosts: readonly string[],
  view: Pick<ListView, "verbose" | "conditions">,
): Promise<ExitCode> {
  const { io, colors } = context;
  const told: string[] = [];
  const { withOwnHooks } = await import("@gatehouse-hooks/agents/hook/open-hooks");
  const settings = await withOwnHooks(context, told);
  const loaded = await loadPolicies(io, settings);
  const { issues, sources } = loaded;
  const { columns } = io.stdout;
  const shownPath = (path: string): string => shownInHome(path, io.home);
  const checked =
    hosts.length === 0
      ? []
      : (await import("@gatehouse-hooks/workbench/check/check-hosts")).checkHosts(io, hosts, {
          sets: [loaded.set],
          sources,
          interactive: false,
        });
  const policies = listedPolicies(loaded, checked);
  const notices = [
    ...offNotices(io.home),
    ...loaded.notices,
    ...told,
    ...loaded.ownWords.map((words) => neverAsked({ ...words, isNamed: false })),
  ];
  const ownCode = ownCodeSaid(io.home, settings.project);
  const lines = [
    ...notices.map((notice) => noteLine(colors, notice)),
    ...(policies.length === 0
      ? [
          "no rules found",
          colors.dim(`  put hooks into ${hookGlobs().join(" or ")} or policies into .gatehouse/*.yaml`),
          ...lookedLines(loaded.looked, colors),
        ]
      : listedLines(policies, colors, { ...view, columns, shownPath })),
    ...(issues.length === 0 ? [] : ["", ...issueLines(issues, colors, { sources, columns })]),
    "",
    ...ownCodeLines(ownCode),
    `${plural(policies.length, "rule")} of ${plural(loaded.files.length, "file")}, ${countIssues(issues)}`,
  ];
  const json: ListJson = { policies, issues, notices, ownCode };
  // A condition is copied into a file.
  await (view.conditions ? printAsIs : printResult)(context, json, lines);
  return exitCode.fine;
}
