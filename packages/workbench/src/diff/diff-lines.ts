import type { Difference, Differences, SessionStep, SetAnswer } from "@gatehouse-hooks/analysis";
import { type Palette, printable } from "@gatehouse-hooks/console/print";

/** Differences for people: what changes, an event that shows it, and who decides before and after. */
export function diffLines({ differences, unknown }: Differences, colors: Palette): string[] {
  return [
    ...differences.flatMap((one) => [
      `${one.loosens ? colors.red("looser  ") : colors.green("stricter")} ${changeOf(one)}: ${shownEvent(one)}`,
      `  before: ${whoSays(one.before)}`,
      `  after:  ${whoSays(one.after)}`,
    ]),
    ...unknown.map(
      ({ policy, why }) => `${colors.yellow("not known")} what \`${printable(policy.id)}\` changes: ${why}`,
    ),
  ];
}

/** The same as a table for a pull request. */
export function diffMarkdown({ differences, unknown }: Differences): string[] {
  if (differences.length + unknown.length === 0) return ["No decision changes."];
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  return [
    "| | decision | for example | before | after |",
    "| --- | --- | --- | --- | --- |",
    ...differences.map(
      (one) =>
        `| ${one.loosens ? "**looser**" : "stricter"} | ${changeOf(one)} | \`${cell(shownEvent(one)).replaceAll("`", "'")}\` | ${cell(whoSays(one.before))} | ${cell(whoSays(one.after))} |`,
    ),
    ...unknown.map(({ policy, why }) => `| not known | | | \`${cell(printable(policy.id))}\` | ${why} |`),
  ];
}

function changeOf({ before, after }: Difference): string {
  return `${before.effect} → ${after.effect}`;
}

/** The event, or the events of a session that ends with it. */
function shownEvent({ witness, session = [] }: Difference): string {
  const before = runsOf(session.slice(0, -1)).map(
    ({ event, times }) => `${printable(event)}${times > 1 ? ` ${times} times` : ""}, then `,
  );
  const pause = session.at(-1)?.after ?? 0;
  const later = pause > A_SECOND ? `${Math.round(pause / A_SECOND)} s later ` : "";
  return `${before.join("")}${later}${printable(JSON.stringify(witness))}`;
}

/** A session that waits as long says nothing of it. */
const A_SECOND = 1_000;

/** Events that follow each other, and how often each comes. */
function runsOf(session: readonly SessionStep[]): { readonly event: string; times: number }[] {
  const runs: { readonly event: string; times: number }[] = [];
  for (const step of session) {
    const event = JSON.stringify(step.event);
    const last = runs.at(-1);
    if (last?.event === event) last.times++;
    else runs.push({ event, times: 1 });
  }
  return runs;
}

function whoSays({ policy, reason, asks }: SetAnswer): string {
  const asked = asks.length === 0 ? "" : ` (asks ${asks.map((id) => `\`${printable(id)}\``).join(", ")})`;
  return policy === null
    ? `no policy decides${asked}`
    : `\`${printable(policy)}\` ${printable(reason)}${asked}`;
}
