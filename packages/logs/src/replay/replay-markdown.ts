import type { ExampleGroup, SetReport } from "@gatehouse-hooks/replay";
import { printable } from "@gatehouse-hooks/console/print";
import type { ReplayJson } from "./replay-suggestion.js";
import { about, askedLines, CONTRASTS, counted, deciderText, number } from "./replay-report-lines.js";

/** Rows of a table; the JSON has all. */
const SHOWN = 50;

/** A report for a pull request. */
export function replayMarkdown(report: ReplayJson): string[] {
  const { events, sessions, flips, against, stops, contrasts, stopped, unreadable, unrecognised } = report;
  const unread = unreadable.count + unrecognised.count;
  return [
    ...(stopped === null ? [] : ["**Partial**: the replay was stopped before the end of the log.", ""]),
    `${counted(events, "event")} of ${about(sessions)} sessions${unread > 0 ? `; ${number(unread)} lines or files could not be read` : ""}.`,
    "",
    ...askedLines(report).flatMap((line) => [line, ""]),
    ...setRows("Policies", report.now),
    ...(against === null ? [] : setRows("The other policies", against)),
    ...(stops.length === 0
      ? []
      : [
          "### What they would have stopped",
          "",
          "| events | what | policy | for example |",
          "| ---: | --- | --- | --- |",
          ...stops
            .slice(0, SHOWN)
            .map((one) => row([number(one.events), one.effect, one.policy ?? "none", example(one)])),
          "",
        ]),
    ...(flips === null
      ? []
      : [
          `### ${counted(flips.flipped, "flip")}: ${number(flips.looser)} looser, ${number(flips.stricter)} stricter, ${number(flips.unknown)} unknown`,
          "",
          "| events | before | after | for example |",
          "| ---: | --- | --- | --- |",
          ...flips.groups
            .slice(0, SHOWN)
            .map((one) =>
              row([number(one.events), deciderText(one.from), deciderText(one.to), example(one)]),
            ),
          "",
        ]),
    ...(contrasts.length === 0
      ? []
      : [
          "### What happened, and what the policies say",
          "",
          "| events | what | policy | for example |",
          "| ---: | --- | --- | --- |",
          ...contrasts
            .slice(0, SHOWN)
            .map((one) => row([number(one.events), CONTRASTS[one.kind], one.policy ?? "none", example(one)])),
          "",
        ]),
  ];
}

function setRows(title: string, { effects, policies, neverHit }: SetReport): string[] {
  const { deny, ask, allow, abstain, unknown } = effects;
  return [
    `### ${title}: deny ${number(deny)}, ask ${number(ask)}, allow ${number(allow)}, abstain ${number(abstain)}, unknown ${number(unknown)}`,
    "",
    "| policy | hits | decided | deny | ask | warn | unknown |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...policies
      .filter(({ hits, unknown: waits }) => hits + waits > 0)
      .slice(0, SHOWN)
      .map((one) =>
        row([
          one.policy,
          ...[one.hits, one.decided, one.denies, one.asks, one.warnings, one.unknown].map(number),
        ]),
      ),
    "",
    ...(neverHit.length === 0 ? [] : [`Never hit: ${neverHit.slice(0, SHOWN).map(cell).join(", ")}.`, ""]),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function example({ examples }: ExampleGroup): string {
  const [first] = examples;
  return first === undefined
    ? ""
    : `\`${(first.call === "" ? first.event : first.call).replaceAll("`", "'")}\``;
}

/** Neither a border of the table nor HTML. */
function cell(text: string): string {
  return printable(text).replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
