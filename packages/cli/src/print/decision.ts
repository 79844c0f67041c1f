import type { Decision, Effect, TraceEntry } from "@gatehouse-hooks/engine";
import type { Palette } from "./palette.js";
import { printable, printableLines } from "./printable.js";
import { table } from "./table.js";

/** A decision for people: the effect, who decided and why, then what comes with it, then the trace. */
export function decisionLines(decision: Decision, colors: Palette): string[] {
  const { policy } = decision;
  const who = policy === null ? colors.dim("no policy decided") : printable(policy);
  const lines = [`${paintEffect(decision.effect, colors)}  ${who}`];
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
    lines.push("", colors.dim("policies that applied, in order:"), ...traceLines(decision.trace, colors));
  return lines;
}

/** The trace: a line per policy that applied, and one for each fact that made it apply. */
export function traceLines(trace: readonly TraceEntry[], colors: Palette): string[] {
  const lines = table(
    trace.map((entry) => [
      { text: ` ${entry.verdict}`, paint: (text) => paintVerdict(entry.verdict, text, colors) },
      { text: printable(entry.policy) },
      { text: entry.tier, paint: colors.dim },
      { text: entry.source, paint: colors.dim },
      { text: entry.ms === undefined ? "" : milliseconds(entry.ms), paint: colors.dim },
      { text: notesOf(entry), paint: colors.dim },
    ]),
  );
  return trace.flatMap(({ facts = [] }, i) => [
    lines[i] ?? "",
    ...facts.map(({ said }) => `   ${colors.dim(printable(said))}`),
  ]);
}

/** `0.2 ms`, `41 ms`, `1.3 s`. */
export function milliseconds(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** An effect in its colour. */
export function paintEffect(effect: Effect, colors: Palette, text: string = effect): string {
  switch (effect) {
    case "deny":
      return colors.bold(colors.red(text));
    case "ask":
      return colors.bold(colors.magenta(text));
    case "allow":
      return colors.bold(colors.green(text));
    case "abstain":
      return colors.dim(text);
  }
}

function paintVerdict(verdict: TraceEntry["verdict"], text: string, colors: Palette): string {
  switch (verdict) {
    case "deny":
    case "failure":
      return colors.red(text);
    case "ask":
      return colors.magenta(text);
    case "warn":
      return colors.yellow(text);
    case "allow":
    case "approve":
      return colors.green(text);
  }
}

function notesOf(entry: TraceEntry): string {
  const notes = [
    ...(entry.failure === undefined ? [] : [`${entry.failure.code}, which means ${entry.failure.onFailure}`]),
    ...(entry.again === true ? ["again, on the rewritten input"] : []),
    ...(entry.notes ?? []),
  ];
  return printable(notes.join("; "));
}
