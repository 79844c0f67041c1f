import type { Decision, Effect, TraceEntry } from "@gatehouse-hooks/engine";
import { type Palette, styled, type StyleName } from "./palette.js";
import { printable, printableLines } from "./printable.js";
import { type Cell, table } from "./table.js";
import { milliseconds } from "./times.js";

/** Whether a policy applied and was not run: it has not approved anything, whatever its verdict. */
type IsSkipped = (entry: TraceEntry) => boolean;

/**
 * A decision for people: the effect, who decided and why, then what comes with it, then the trace.
 *
 * @param isSkipped absent: what applied has run
 */
export function decisionLines(decision: Decision, colors: Palette, isSkipped?: IsSkipped): string[] {
  const lines = [`${paintEffect(decision.effect, colors)}  ${whoDecided(decision, colors)}`];
  if (decision.reason !== "") lines.push(printableLines(decision.reason, "  "));
  for (const notice of decision.notices ?? []) {
    // A refusal's reason is the notice.
    if (notice.message !== decision.reason)
      lines.push(`${colors.yellow("notice")}   ${printable(notice.message)}`);
  }
  for (const warning of decision.warnings) {
    lines.push(`${colors.yellow("warning")}  ${printable(warning.policy)}: ${printable(warning.reason)}`);
  }
  for (const text of decision.context) lines.push(`${colors.cyan("context")}  ${printable(text)}`);
  for (const text of decision.systemMessages) lines.push(`${colors.cyan("message")}  ${printable(text)}`);
  if (decision.updatedInput !== undefined) {
    lines.push(`${colors.cyan("rewrite")}  ${printable(JSON.stringify(decision.updatedInput))}`);
  }
  if (decision.trace.length > 0)
    lines.push(
      "",
      colors.dim("policies that applied, in order:"),
      ...traceLines(decision.trace, colors, isSkipped),
    );
  return lines;
}

/** What denies without a policy is the door: the event is not one, or not one that a policy could check. */
function whoDecided({ effect, policy }: Decision, colors: Palette): string {
  if (policy !== null) return printable(policy);
  return colors.dim(effect === "deny" ? "the event is refused" : "no policy decided");
}

/** The trace: a line per policy that applied, and one for each fact that made it apply. */
function traceLines(
  trace: readonly TraceEntry[],
  colors: Palette,
  isSkipped: IsSkipped = () => false,
): string[] {
  const lines = table(
    trace.map((entry) => [
      wordCell(entry, isSkipped(entry)),
      { text: printable(entry.policy) },
      { text: entry.tier, styles: ["dim"] },
      { text: entry.source, styles: ["dim"] },
      { text: entry.ms === undefined ? "" : milliseconds(entry.ms), styles: ["dim"] },
      { text: notesOf(entry, isSkipped(entry)), styles: ["dim"] },
    ]),
    colors,
  );
  return trace.flatMap(({ facts = [] }, i) => [
    lines[i] ?? "",
    ...facts.map(({ said }) => `   ${colors.dim(printable(said))}`),
  ]);
}

/** What denies or asks because it was not run does so. */
function wordCell({ verdict, failure }: TraceEntry, isSkipped: boolean): Cell {
  const means = failure?.code === "skipped" ? failure.onFailure : undefined;
  if ((isSkipped && verdict === "approve") || means === "warn" || means === "ignore")
    return { text: " skipped", styles: ["yellow"] };
  const word = means ?? verdict;
  return { text: ` ${word}`, styles: VERDICT_STYLES[word] };
}

/** The styles of each effect. */
export const EFFECT_STYLES: Readonly<Record<Effect, readonly StyleName[]>> = {
  deny: ["red", "bold"],
  ask: ["magenta", "bold"],
  allow: ["green", "bold"],
  abstain: ["dim"],
};

const VERDICT_STYLES: Readonly<Record<TraceEntry["verdict"] | "failure", readonly StyleName[]>> = {
  deny: ["red"],
  failure: ["red"],
  ask: ["magenta"],
  warn: ["yellow"],
  allow: ["green"],
  approve: ["green"],
};

/** An effect in its styles. */
export function paintEffect(effect: Effect, colors: Palette): string {
  return styled(effect, EFFECT_STYLES[effect], colors);
}

function notesOf(entry: TraceEntry, isSkipped: boolean): string {
  const notes = [
    ...(isSkipped ? [entry.reason] : []),
    ...(entry.failure === undefined ? [] : [`${entry.failure.code}, which means ${entry.failure.onFailure}`]),
    ...(entry.again === true ? ["again, on the rewritten input"] : []),
    ...(entry.notes ?? []),
  ];
  return printable(notes.join("; "));
}
