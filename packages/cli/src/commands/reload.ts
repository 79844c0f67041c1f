import { policiesOf } from "@gatehouse-hooks/engine";
import { exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { countIssues, issueLines, noteLine, plural, type PrintedIssue } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--json` prints. */
export interface ReloadJson {
  readonly ok: boolean;
  /** How many. */
  readonly policies: number;
  /** How many of them are switched on. */
  readonly enabled: number;
  readonly files: readonly string[];
  readonly issues: readonly PrintedIssue[];
  readonly notices: readonly string[];
}

/**
 * `gatehouse reload`: what a host has in force after it loads all policies anew, and what is wrong with them. Exit
 * code 1 with errors. A command has nothing loaded before it, so it cannot say what changed.
 */
export async function reload(context: Context): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const loaded = await loadPolicies(io, settings);
  const policies = policiesOf(loaded.set);
  const enabled = policies.filter((policy) => policy.enabled).length;
  const failed = loaded.issues.some((issue) => issue.severity === "error");
  const lines = [
    `${failed ? colors.red("loaded with errors") : colors.green("loaded")}: ${plural(policies.length, "policy", "policies")} (${enabled} enabled) of ${plural(loaded.files.length, "file")}, ${countIssues(loaded.issues)}`,
    ...loaded.notices.map((notice) => noteLine(colors, notice)),
    ...issueLines(loaded.issues, colors, { sources: loaded.sources, columns: io.stdout.columns }),
  ];
  const json: ReloadJson = {
    ok: !failed,
    policies: policies.length,
    enabled,
    files: loaded.files,
    issues: loaded.issues,
    notices: loaded.notices,
  };
  await printResult(context, json, lines);
  return failed ? exitCode.refused : exitCode.fine;
}
