import { policiesOf } from "@gatehouse-hooks/engine";
import { exitCode, type ExitCode } from "../exit-code.js";
import { loadPolicies } from "../load/load-policies.js";
import { countIssues, issueLines, plural } from "../print/issues.js";
import { lookedLines } from "../print/looked.js";
import { policyLines } from "../print/policies.js";
import { printable } from "../print/printable.js";
import { policyRow } from "../jsonl/policy-row.js";
import { type Context, print } from "../settings.js";

/** `gatehouse list`: all policies in the order in which they run, the disabled ones too, and every issue. */
export async function list(context: Context): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const loaded = await loadPolicies(io, settings);
  const policies = policiesOf(loaded.set).map(policyRow);
  const lines = [
    ...loaded.notices.map((notice) => `${colors.yellow("note")} ${printable(notice)}`),
    ...(policies.length === 0
      ? [
          "no policies found",
          colors.dim("  put hooks into .mayros/hooks/*.md or policies into .gatehouse/*.yaml"),
          ...lookedLines(loaded.looked, colors),
        ]
      : policyLines(policies, colors, io.stdout.columns)),
    ...(loaded.issues.length === 0
      ? []
      : ["", ...issueLines(loaded.issues, colors, { sources: loaded.sources, columns: io.stdout.columns })]),
    "",
    `${plural(policies.length, "policy", "policies")} of ${plural(loaded.files.length, "file")}, ${countIssues(loaded.issues)}`,
  ];
  await print(context, { policies, issues: loaded.issues, notices: loaded.notices }, lines);
  return exitCode.fine;
}
