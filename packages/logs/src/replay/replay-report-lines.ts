import type {
  ContrastKind,
  DecidedBy,
  ReplayExample,
  ReplayReport,
  ReportedNumber,
  SetReport,
  Unread,
} from "@gatehouse-hooks/replay";
import { type Palette, printable, table } from "@gatehouse-hooks/console/print";
import type { AskEnd } from "./ask/ask-questions.js";
import { money } from "./ask/ask-live.js";
import type { ReplayJson } from "./replay-suggestion.js";

/** Rows of a list for people; the JSON has all. */
const SHOWN = 20;
/** So many names are no wall. */
const FEW = 3;

/** What a contrast says, for people. */
export const CONTRASTS: Readonly<Record<ContrastKind, string>> = {
  "denied-allowed": "a person allowed it, the policies deny it",
  "asked-allowed": "a person allowed it, the policies ask",
  "allowed-refused": "a person refused it, the policies allow it",
  "abstained-refused": "a person refused it, the policies let it pass",
  "denied-ran": "it ran, the policies deny it",
};

/** A report for people. */
export function replayReportLines(report: ReplayJson, colors: Palette): string[] {
  return [
    ...headLines(report, colors),
    ...askedLines(report),
    ...unreadLines(report.unreadable, "cannot be read", colors),
    ...unreadLines(report.unrecognised, "of no known format", colors),
    ...section(
      report.against === null ? "" : "the policies as they are",
      setLines(report.now, colors),
      colors,
    ),
    ...stopLines(report, colors),
    ...liveLines(report, colors),
    ...contrastLines(report, colors),
    ...flipLines(report, colors),
  ];
}

function headLines(report: ReplayJson, colors: Palette): string[] {
  const { events, calls, copies, sessions, days, stopped, unsound = 0 } = report;
  const dated = days.filter(({ day }) => day !== "");
  const [first, last] = [dated[0]?.day, dated.at(-1)?.day];
  const parts = [
    counted(events, "event"),
    counted(calls, "tool call"),
    `${about(sessions)} ${sessions.count === 1 ? "session" : "sessions"}`,
    ...(first === undefined || last === undefined ? [] : [first === last ? first : `${first} to ${last}`]),
    ...(copies > 0 ? [`${counted(copies, "copy", "copies")} left out`] : []),
  ];
  return [
    ...(stopped === null
      ? []
      : [colors.yellow(`partial: stopped at byte ${stopped.offset} of \`${printable(stopped.path)}\``)]),
    parts.join(", "),
    ...(unsound === 0 ? [] : [colors.yellow(`${counted(unsound, "call")} did what facts do not have`)]),
  ];
}

/** What the judge was asked, and what it cost. */
export function askedLines({ asked }: ReplayJson): string[] {
  if (asked === undefined) return [];
  const { needed, answered, failed, inputTokens, outputTokens, cost, budget, ended } = asked;
  const left = needed - answered - failed;
  const parts = [
    `${number(answered)} of ${counted(needed, "question")} answered`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(left > 0 ? [`${number(left)} not asked`] : []),
    `${number(inputTokens)} tokens in, ${number(outputTokens)} out`,
    `${money(cost)} of a budget of ${money(budget)}`,
  ];
  return [`the judge: ${parts.join(", ")}${ENDED[ended]}`];
}

const ENDED: Readonly<Record<AskEnd, string>> = {
  done: "",
  budget: ", which allows no other question",
  failures: "; it failed ten times in a row, and was not asked again",
  interrupted: "; interrupted",
};

/** One decision of a report, in words. */
export function deciderText({ effect, policy }: DecidedBy): string {
  return policy === null ? effect : `${effect} by \`${printable(policy)}\``;
}

/** How many there are, in words. */
export function about({ count, exact }: ReportedNumber): string {
  return exact ? number(count) : `about ${number(count)}`;
}

/** With a comma between thousands, on every machine. */
export function number(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A number and what is counted. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function unreadLines({ count, places }: Unread, what: string, colors: Palette): string[] {
  if (count === 0) return [];
  return [
    colors.yellow(`${number(count)} ${what}:`),
    ...places.map(({ place, message }) => `  ${placeText(place)}  ${printable(message)}`),
  ];
}

function placeText({ path, line }: ReplayExample["place"]): string {
  return line === 0 ? printable(path) : `${printable(path)}:${line}`;
}

function section(title: string, lines: readonly string[], colors: Palette): string[] {
  return ["", ...(title === "" ? [] : [colors.bold(title)]), ...lines];
}

function setLines(
  { effects, malformed, policies, questions, neverHit }: SetReport,
  colors: Palette,
): string[] {
  const { deny, ask, allow, abstain, unknown } = effects;
  const heads = [
    "policy",
    "hits",
    "decided",
    "deny",
    "ask",
    "warn",
    "allow",
    "rewrite",
    "questions",
    "unknown",
  ];
  const hit = policies
    .filter(({ hits, unknown: waits }) => hits > 0 || waits > 0)
    .toSorted((a, b) => b.hits + b.unknown - (a.hits + a.unknown));
  const rows = hit
    .slice(0, SHOWN)
    .map((one) => [
      { text: printable(one.policy) },
      ...[
        one.hits,
        one.decided,
        one.denies,
        one.asks,
        one.warnings,
        one.allows,
        one.rewrites,
        one.questions.needed,
        one.unknown,
      ].map((count) => ({ text: count === 0 ? "" : number(count) })),
    ]);
  return [
    `deny ${number(deny)}, ask ${number(ask)}, allow ${number(allow)}, abstain ${number(abstain)}, unknown ${number(unknown)}` +
      (malformed > 0 ? ` (${number(malformed)} denied as malformed)` : ""),
    ...(rows.length === 0 ? [] : table([heads.map((text) => ({ text, styles: ["dim"] })), ...rows], colors)),
    ...more(hit.length, "policies"),
    ...(questions.count === 0 ? [] : [`${about(questions)} different questions that no record answers`]),
    ...(neverHit.length === 0
      ? []
      : [
          neverHit.length <= FEW
            ? `never applied: ${listed(neverHit)}`
            : `${number(neverHit.length)} of ${counted(policies.length, "rule")} never applied (--json names them)`,
        ]),
  ];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(printable).join(", ");
  return names.length > SHOWN ? `${shown} and ${number(names.length - SHOWN)} more` : shown;
}

function more(count: number, what: string): string[] {
  return count > SHOWN ? [`… and ${number(count - SHOWN)} ${what} more (--json has all)`] : [];
}

function liveLines({ live, outcomes }: ReplayReport, colors: Palette): string[] {
  const { same, different, unknown, groups, latency } = live;
  const { ran, failed, denied, rewritten, unknown: unclear, person } = outcomes;
  const lines: string[] = [];
  if (ran + failed + denied + rewritten + unclear > 0)
    lines.push(
      `what happened: ran ${number(ran)}, failed ${number(failed)}, denied ${number(denied)}, rewritten ${number(rewritten)}, unknown ${number(unclear)};` +
        ` persons allowed ${number(person.allowed)}, refused ${number(person.refused)}`,
    );
  if (same + different + unknown > 0) {
    lines.push(
      `decisions that were recorded: ${number(same)} the same, ${number(different)} different, ${number(unknown)} unknown now`,
    );
    for (const group of groups.slice(0, SHOWN))
      lines.push(
        `  ${number(group.events)} × ${deciderText(group.live)} then, ${deciderText(group.now)} now`,
        ...exampleLines(group.examples, colors),
      );
    lines.push(...more(groups.length, "groups"));
  }
  if (latency !== null)
    lines.push(
      `recorded decisions took at most ${latency.p50} ms (half), ${latency.p90} ms (90 %), ${latency.p99} ms (99 %)`,
    );
  return lines.length === 0 ? [] : section("", lines, colors);
}

/** What they would have stopped, by the policy that decides. */
function stopLines({ stops }: ReplayReport, colors: Palette): string[] {
  if (stops.length === 0) return [];
  const paint = { deny: colors.red, ask: colors.yellow };
  const lines = stops
    .slice(0, SHOWN)
    .flatMap(({ effect, policy, events, examples }) => [
      `${paint[effect](effect)} ${number(events)} × ${policy === null ? "a malformed event" : `\`${printable(policy)}\``}`,
      ...exampleLines(examples, colors),
    ]);
  return section("what they would have stopped", [...lines, ...more(stops.length, "policies")], colors);
}

function contrastLines({ contrasts }: ReplayReport, colors: Palette): string[] {
  if (contrasts.length === 0) return [];
  const lines = contrasts
    .slice(0, SHOWN)
    .flatMap(({ kind, policy, tool, events, examples }) => [
      `${number(events)} × ${CONTRASTS[kind]}: ${policy === null ? "no policy" : `\`${printable(policy)}\``}${tool === null ? "" : `, ${printable(tool)}`}`,
      ...exampleLines(examples, colors),
    ]);
  return section(
    "what happened, and what the policies say",
    [...lines, ...more(contrasts.length, "groups")],
    colors,
  );
}

function flipLines({ flips, against }: ReplayReport, colors: Palette): string[] {
  if (flips === null || against === null) return [];
  const { flipped, looser, stricter, same, unknown, groups, classes, unclear } = flips;
  const shown = classes.filter(({ events }) => events > 0).length;
  return [
    ...section("the other policies", setLines(against, colors), colors),
    ...section(
      `${counted(flipped, "flip")}: ${number(looser)} looser, ${number(stricter)} stricter; ${number(same)} the same, ${number(unknown)} unknown`,
      groups
        .slice(0, SHOWN)
        .flatMap(({ from, to, change, events, examples }) => [
          `${number(events)} × ${deciderText(from)} → ${deciderText(to)}${change === "rewrite" ? " (another rewrite)" : change === "attached" ? " (other warnings or context)" : ""}`,
          ...exampleLines(examples, colors),
        ]),
      colors,
    ),
    ...more(groups.length, "groups"),
    ...(classes.length === 0
      ? []
      : [
          `the analysis finds ${counted(classes.length, "class", "classes")} of difference, the log shows ${number(shown)} of them`,
        ]),
    ...classes
      .filter(({ events }) => events === 0)
      .slice(0, SHOWN)
      .map(
        ({ from, to, witness, asks }) =>
          `  not in the log: ${deciderText(from)} → ${deciderText(to)}${asks.length === 0 ? "" : ` (asks ${listed(asks)})`}, for example ${printable(JSON.stringify(witness))}`,
      ),
    ...unclear.map((policy) => `  not known what \`${printable(policy)}\` changes`),
  ];
}

/** Examples for people: fewer than there are. */
function exampleLines(examples: readonly ReplayExample[], colors: Palette): string[] {
  return examples
    .slice(0, 3)
    .map(
      ({ place, call, event }) =>
        `    ${colors.dim(placeText(place))}  ${printable(call === "" ? event : call)}`,
    );
}
