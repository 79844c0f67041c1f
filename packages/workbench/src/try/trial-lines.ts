import type { PolicyRow } from "@gatehouse-hooks/console/lines";
import type { ConditionPart } from "./explain-condition.js";
import type { Trial } from "./try-policy.js";
import { decisionLines, type Palette, printable, printableLines } from "@gatehouse-hooks/console/print";

/** A dry run for people. */
export function trialLines(trial: Trial & { readonly policy: PolicyRow }, colors: Palette): string[] {
  const { policy, event } = trial;
  const lines = [
    colors.bold(printable(policy.id)),
    `  ${policy.handler}${policy.verdict === undefined ? "" : ` ${policy.verdict}`}, priority ${policy.priority}, ${
      policy.enabled ? "enabled" : colors.yellow("disabled: it would not run")
    }${policy.cache === undefined ? "" : `, cache ${policy.cache}`}`,
    `  listens to ${printable(policy.events.join(", "))}`,
    `  event      ${printable(JSON.stringify(event))}`,
  ];
  if (!trial.listens)
    lines.push(`  ${colors.yellow("skipped")}: it does not listen to ${printable(event.event)}`);
  for (const { outcome, parts } of trial.conditions) {
    if (outcome === "unparsed")
      lines.push(`  ${colors.yellow("the condition does not parse: the policy applies always")}`);
    lines.push(...parts.map((part) => partLine(part, colors)));
  }
  lines.push(`  ${trial.applies ? colors.green("applies") : colors.yellow("does not apply")}`);
  if (trial.prompt !== undefined && trial.decision === undefined) {
    lines.push(
      `  ${colors.dim("the judge was not asked (--live asks); it would be told:")}`,
      printableLines(trial.prompt.system, "    | "),
      "    |",
      printableLines(trial.prompt.prompt, "    | "),
    );
  }
  if (trial.decision !== undefined && trial.applies) {
    lines.push(...decisionLines(trial.decision, colors).map((line) => (line === "" ? "" : `  ${line}`)));
  }
  return lines;
}

function partLine({ text, outcome }: ConditionPart, colors: Palette): string {
  const word =
    outcome === true
      ? colors.green("holds   ")
      : outcome === false
        ? colors.red("does not")
        : colors.red("too long");
  return `  ${word}   ${printable(text)}`;
}
