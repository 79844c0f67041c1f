import { shorten, type JsonValue } from "@gatehouse-hooks/json";
import {
  ago,
  paintEffect,
  type Palette,
  plural,
  printable,
  printableLines,
} from "@gatehouse-hooks/console/print";
import type { ExplainedEvent, ExplainedPolicy, Nearest, OpenNeed, ShortAnswer } from "./explained-event.js";
import type { ShownCell } from "@gatehouse-hooks/engine/memory";
import { redactProperty } from "@gatehouse-hooks/redact";

/** The longest value shown, in UTF-16 code units. */
const MAX_VALUE = 120;

/** A value as JSON, what looks like a secret hidden; `missing` where there is none. */
export function shownValue(name: string, value: JsonValue | undefined): string {
  return value === undefined ? "missing" : shorten(JSON.stringify(redactProperty(name, value)), MAX_VALUE);
}

/** Policies of one kind that are shown; the others are counted. */
const MOST_SHOWN = 3;
/** Tests of one policy that are shown. */
const MOST_TESTS = 6;
/** The longest test shown. */
const MAX_TEXT = 120;
/** A literal of a condition that a line of a terminal has no room for. */
const MAX_LITERAL = 30;
const LONG_STRING = /"(?:[^"\\]|\\.){50,}"/g;
/** The most of a prompt that is shown, in UTF-16 code units. */
const MAX_PROMPT = 600;

/** An explanation for people: the decision, why, what would have changed it, and what a judge saw. */
export function explanationLines(explained: ExplainedEvent, colors: Palette): string[] {
  const shown = new Values();
  const { policies, open, notices } = explained;
  const decider = policies.find((one) => one.policy === explained.policy && one.kind === "applied");
  const spoke = policies.filter(
    (one) => one !== decider && (one.kind === "applied" || one.kind === "pending"),
  );
  return [
    headline(explained, colors),
    ...notices
      .filter(({ message }) => message !== explained.reason)
      .map(({ message }) => `  ${colors.yellow("notice")} ${printable(message)}`),
    ...(decider === undefined ? [] : placeAndTests(decider, shown, colors)),
    ...some(spoke, "apply", colors, (one) => [
      `${colors.dim("also")}    ${whatItSaid(one)}`,
      ...placeAndTests(one, shown, colors),
    ]),
    ...skippedLine(policies, colors),
    ...notApplying(policies, decider !== undefined, shown, colors),
    ...open.flatMap((need) => openLines(need, colors)),
    ...changeLines(explained, colors),
  ];
}

function headline({ effect, policy, reason, withoutObjection }: ExplainedEvent, colors: Palette): string {
  if (effect === null)
    return `${colors.yellow("open")}  an answer is missing; without an objection it would be ${withoutObjection === null ? "abstain" : answerText({ ...withoutObjection, asks: [] })}`;
  const who = policy === null ? "" : `  ${backticks(policy)}`;
  const why =
    reason === ""
      ? policy === null
        ? "  no policy decides"
        : ""
      : `${policy === null ? " " : ":"} ${printable(reason)}`;
  return `${paintEffect(effect, colors)}${who}${why}`;
}

function placeAndTests(one: ExplainedPolicy, shown: Values, colors: Palette): string[] {
  const { source, tier, because } = one;
  const place =
    source === undefined
      ? tier
      : `${source.path}${source.line === undefined ? "" : `:${source.line}`} (${tier})`;
  const entries = "entries" in one ? one.entries : [];
  const facts = entries.flatMap((entry) => entry.facts ?? []);
  const cells = entries.flatMap((entry) => entry.memory ?? []);
  return [
    `  ${colors.dim(printable(place))}`,
    ...because.slice(0, MOST_TESTS).map((test) => testLine(test, shown, colors)),
    ...(because.length > MOST_TESTS ? [`  ${plural(because.length - MOST_TESTS, "more test")}`] : []),
    ...(because.length === 0 ? ["  it applies to each of these events"] : []),
    ...facts.map(({ said }) => `  ${colors.dim("fact")} ${printable(said)}`),
    ...cells.map((cell) => `  ${colors.dim("memory")} ${cellText(cell)}`),
  ];
}

/** A cell that was read, and the event that it has its value from. */
function cellText({ cell, value, since }: ShownCell): string {
  const from =
    since === undefined ? "" : ` since event ${since.n + 1} (${since.tool}, ${ago(since.at, Date.now())})`;
  return printable(
    value === undefined ? `${cell} is not known` : `${cell} = ${shownValue(cell, value)}${from}`,
  );
}

/** A value is shown once. */
class Values {
  readonly #shown = new Set<string>();

  of(saw: ExplainedPolicy["because"][number]["saw"]): string {
    const fresh = saw.filter(({ path }) => !this.#shown.has(path) && !path.startsWith("facts"));
    for (const { path } of fresh) this.#shown.add(path);
    return fresh
      .map(({ path, value }) => (value === "missing" ? `no ${path}` : `${path} = ${value}`))
      .join(", ");
  }
}

function cut(literal: string): string {
  return `${shorten(literal, MAX_LITERAL)}"`;
}

function testLine(
  { text, was, saw }: ExplainedPolicy["because"][number],
  shown: Values,
  colors: Palette,
): string {
  const word = was ? colors.green("holds   ") : colors.dim("does not");
  const values = shown.of(saw);
  return `  ${word} ${printable(shorten(text.replaceAll(LONG_STRING, cut), MAX_TEXT))}${values === "" ? "" : colors.dim(`   ${printable(values)}`)}`;
}

function whatItSaid(one: ExplainedPolicy): string {
  if (one.kind === "pending") return `${backticks(one.policy)} waits for its ${one.handler}`;
  const said =
    "entries" in one
      ? one.entries.map(({ verdict, reason }) => `${verdict}${reason === "" ? "" : `: ${reason}`}`)
      : [];
  return `${backticks(one.policy)} ${printable(said.join("; "))}`;
}

/** The first of them, and how many more there are. */
function some(
  policies: readonly ExplainedPolicy[],
  verb: string,
  colors: Palette,
  lines: (one: ExplainedPolicy) => readonly string[],
): string[] {
  const more = policies.length - MOST_SHOWN;
  return [
    ...policies.slice(0, MOST_SHOWN).flatMap(lines),
    ...(more > 0 ? [colors.dim(`        ${more} more ${verb}`)] : []),
  ];
}

function skippedLine(policies: readonly ExplainedPolicy[], colors: Palette): string[] {
  const waiting = policies.flatMap((one) =>
    one.kind === "skipped" || one.kind === "waiting" ? [backticks(one.policy)] : [],
  );
  if (waiting.length === 0) return [];
  const more = waiting.length > MOST_SHOWN ? ` and ${waiting.length - MOST_SHOWN} more` : "";
  return [`${colors.dim("unasked")} ${waiting.slice(0, MOST_SHOWN).join(", ")}${more}`];
}

/** Those of which only the condition did not hold come first: they were nearest to it. Of many, none is why another one decided. */
function notApplying(
  policies: readonly ExplainedPolicy[],
  isDecided: boolean,
  shown: Values,
  colors: Palette,
): string[] {
  const not = policies
    .filter((one) => one.kind === "not-applicable")
    .toSorted((a, b) => distanceOf(a) - distanceOf(b));
  if (isDecided && not.length > MOST_SHOWN)
    return [`${colors.dim("not")}     ${not.length} others, which do not apply`];
  return some(not, "do not apply", colors, (one) => [
    `${colors.dim("not")}     ${backticks(one.policy)}`,
    ...one.because.slice(0, 2).map((test) => testLine(test, shown, colors)),
  ]);
}

function distanceOf({ because }: ExplainedPolicy): number {
  return because.length + (because.some(({ part }) => part === "matcher") ? 1_000 : 0);
}

function openLines({ policy, handler, prompt }: OpenNeed, colors: Palette): string[] {
  const what =
    handler === "judge"
      ? "the judge was not asked (--live asks)"
      : `its ${handler} was not run (--live runs it)`;
  return [
    `${colors.yellow("open")}    ${backticks(policy)}: ${what}${prompt === undefined ? "" : "; it would be told:"}`,
    ...(prompt === undefined ? [] : [printableLines(shorten(prompt.prompt, MAX_PROMPT), "  | ")]),
  ];
}

function changeLines({ changes, nearest, effect }: ExplainedEvent, colors: Palette): string[] {
  const without = changes.flatMap((change, i) => {
    // The last one says what the others lead to.
    if (i < changes.length - 1) return [];
    const names = change.without.map(backticks).join(", ");
    if (change.effect === null)
      return [`without ${names} the answer of ${change.needs.map(backticks).join(", ")} would be needed`];
    return [
      `without ${names} it would ${change.effect === effect ? "still " : ""}be ${answerText({ effect: change.effect, policy: change.policy, asks: [] })}`,
    ];
  });
  const lines = [
    ...without,
    ...(nearest === null ? [] : [`with ${changeText(nearest)} it would be ${answerText(nearest)}`]),
  ];
  return lines.map((line) => `${colors.cyan("change")}  ${line}`);
}

function changeText({ changes }: Nearest): string {
  return changes
    .map(({ path, to }) =>
      to === undefined
        ? `no ${printable(path)}`
        : `${printable(path)} = ${printable(shownValue(path.split(".").at(-1) ?? "", to))}`,
    )
    .join(" and ");
}

function answerText({ effect, policy, asks }: ShortAnswer): string {
  const by = policy === null ? "" : ` by ${backticks(policy)}`;
  const asked = asks.length === 0 ? "" : ` after asking ${asks.map(backticks).join(", ")}`;
  return `${effect}${by}${asked}`;
}

function backticks(name: string): string {
  return `\`${printable(name)}\``;
}
