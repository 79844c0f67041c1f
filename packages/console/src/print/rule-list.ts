import { shorten } from "@gatehouse-hooks/json";
import type { Palette, StyleName } from "./palette.js";
import { conditionLines, inertNotes, isUntrusted, policyLines, type PrintedPolicy } from "./policies.js";
import { plural } from "./issues.js";
import { printable } from "./printable.js";
import { type Cell, table } from "./table.js";

/** The widest column of names, and its part of a terminal's width; a longer name moves its own sentence only. */
const WIDEST_NAME = 34;
const PART_OF_NAME = 0.3;
/** A terminal gives a sentence so many characters at least. */
const SHORTEST_SENTENCE = 20;
const INDENT = "  ";
/** Of so many rules a terminal shows a line each: of more, the first would have left the screen before the last is there. */
const MOST_LINES = 21;

/** How much of each policy is shown, and how the path of its file is. */
export interface ListView {
  /** The columns, conditions and places of each, in place of a line. */
  readonly verbose: boolean;
  /** Only the condition of each, whole: what its sets and effects are compiled to. */
  readonly conditions: boolean;
  readonly columns: number | undefined;
  readonly shownPath: (path: string) => string;
}

/** The policies for people, as much of each as was asked for. */
export function listedLines(
  rows: readonly PrintedPolicy[],
  colors: Palette,
  view: ListView,
): readonly string[] {
  if (view.conditions) return conditionLines(rows, colors);
  if (view.verbose) return policyLines(rows, colors, view.columns);
  const isLong = view.columns !== undefined && rows.length > MOST_LINES;
  const lines = ruleListLines(rows, colors, { ...view, isFolded: isLong });
  return isLong ? [...lines, "", colors.dim("each rule by itself: gatehouse list --verbose")] : lines;
}

/** What a line of the list has. */
interface ShownRule {
  readonly answer: string;
  readonly styles: readonly StyleName[];
  readonly name: string;
  readonly sentence: string;
  readonly notes: readonly string[];
}

/**
 * The policies for people, by the files that they are of: what each answers, its name, and a sentence, cut to the width of a terminal. What
 * does nothing says so, and why.
 *
 * @param shownPath how the path of a file is shown
 */
function ruleListLines(
  rows: readonly PrintedPolicy[],
  colors: Palette,
  { columns, shownPath, isFolded }: Pick<ListView, "columns" | "shownPath"> & { readonly isFolded: boolean },
): readonly string[] {
  const files = groupsOf(rows, (row) => row.path ?? `of ${row.tier}`);
  const shownOf = (own: readonly PrintedPolicy[]): readonly ShownRule[] =>
    (isFolded ? likeNamed(own, shownPath) : own.map((row) => [row])).map((group) =>
      shownRule(group, shownPath),
    );
  const all = [...files.values()].flatMap(shownOf);
  const words = Math.max(...all.map(({ answer }) => answer.length));
  const widest = columns === undefined ? WIDEST_NAME : Math.min(WIDEST_NAME, columns * PART_OF_NAME);
  const names = Math.min(Math.floor(widest), Math.max(...all.map(({ name }) => name.length)));
  const roomBeside = (name: string): number =>
    columns === undefined
      ? Infinity
      : Math.max(SHORTEST_SENTENCE, columns - INDENT.length - words - Math.max(names, name.length) - 4);
  return [...files].flatMap(([path, own], index) => [
    ...(index === 0 ? [] : [""]),
    `${colors.bold(printable(own[0]?.path === undefined ? path : shownPath(path)))}  ${colors.dim(countOf(own))}`,
    ...shownOf(own).flatMap(({ answer, styles, name, sentence, notes }) => {
      const [line = ""] = table(
        [
          [
            { text: answer.padEnd(words), styles },
            { text: name.padEnd(names) },
            { text: shorten(sentence, roomBeside(name)), styles: ["dim"] },
          ],
        ],
        colors,
      );
      return [
        `${INDENT}${line}`,
        ...notes.map((text) => `${INDENT}${" ".repeat(words)}  ${colors.yellow(text)}`),
      ];
    }),
  ]);
}

function groupsOf(
  rows: readonly PrintedPolicy[],
  keyOf: (row: PrintedPolicy) => string,
): ReadonlyMap<string, readonly PrintedPolicy[]> {
  const groups = new Map<string, PrintedPolicy[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Rules whose names begin alike, as those of a pack do, are together; one that does nothing stays alone, with the reason. */
function likeNamed(
  rows: readonly PrintedPolicy[],
  shownPath: ListView["shownPath"],
): readonly (readonly PrintedPolicy[])[] {
  const places = new Map(rows.map((row, place) => [row, place]));
  const isAlone = (row: PrintedPolicy): boolean =>
    !row.id.includes("/") || !row.enabled || inertNotes(row, shownPath).length > 0;
  return [...groupsOf(rows, (row) => (isAlone(row) ? `${places.get(row)}` : `${prefixOf(row)}/`)).values()];
}

function prefixOf({ id }: PrintedPolicy): string {
  return id.slice(0, id.indexOf("/"));
}

function shownRule(group: readonly PrintedPolicy[], shownPath: ListView["shownPath"]): ShownRule {
  const answers = group.map(answerOf);
  const [row] = group;
  const styles = answers[0]?.styles ?? ["dim"];
  const answer = [...new Set(answers.map(({ text }) => text))].join(", ");
  if (row === undefined || group.length > 1) {
    const prefix = row === undefined ? "" : prefixOf(row);
    const rest = group.map(({ id }) => id.slice(prefix.length + 1)).join(", ");
    const sentence = printable(`${plural(group.length, "rule")}: ${rest}`);
    return { answer, styles, name: printable(`${prefix}/*`), sentence, notes: [] };
  }
  return {
    answer,
    styles,
    name: printable(row.id),
    sentence: printable(sentenceOf(row)),
    notes: inertNotes(row, shownPath),
  };
}

const ANSWER_STYLES: ReadonlyMap<string, StyleName> = new Map([
  ["deny", "red"],
  ["ask", "yellow"],
  ["allow", "green"],
]);

function answerOf(row: PrintedPolicy): Required<Cell> {
  if (!row.enabled) return { text: "off", styles: ["dim"] };
  if (isUntrusted(row)) return { text: "inert", styles: ["yellow"] };
  const text = row.verdict ?? row.handler;
  // A silent trial answers nothing.
  if (row.observe === true) return { text: `observed ${text}`, styles: ["dim"] };
  return { text, styles: [ANSWER_STYLES.get(text) ?? "cyan"] };
}

/** What a person reads of it: what it is for, else what it says, asks or runs. */
function sentenceOf({ description, reason, command, args, body, matcher, condition }: PrintedPolicy): string {
  const said =
    [
      description,
      reason,
      command === undefined ? undefined : `runs ${[command, ...(args ?? [])].join(" ")}`,
      body,
    ].find((text) => text !== undefined && text.trim() !== "") ??
    `when ${condition ?? matcher ?? "it is asked"}`;
  return said.trim().replaceAll(/\s+/g, " ");
}

function countOf(rows: readonly PrintedPolicy[]): string {
  const off = rows.filter((row) => !row.enabled || isUntrusted(row)).length;
  return `${plural(rows.length, "rule")}${off === 0 ? "" : `, ${off} of them ${off === 1 ? "does" : "do"} nothing`}`;
}
