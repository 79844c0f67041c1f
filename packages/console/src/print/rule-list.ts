import { shorten } from "@gatehouse-hooks/json";
import type { Palette } from "./palette.js";
import { conditionLines, inertNotes, isUntrusted, policyLines, type PrintedPolicy } from "./policies.js";
import { plural } from "./issues.js";
import { printable } from "./printable.js";
import { table } from "./table.js";

/** The widest column of names, and its part of a terminal's width; a longer name moves its own sentence only. */
const WIDEST_NAME = 34;
const PART_OF_NAME = 0.3;
/** A terminal gives a sentence so many characters at least. */
const SHORTEST_SENTENCE = 20;
const INDENT = "  ";

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
  return view.verbose ? policyLines(rows, colors, view.columns) : ruleListLines(rows, colors, view);
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
  { columns, shownPath }: Pick<ListView, "columns" | "shownPath">,
): readonly string[] {
  const files = new Map<string, PrintedPolicy[]>();
  for (const row of rows) {
    const path = row.path ?? `of ${row.tier}`;
    files.set(path, [...(files.get(path) ?? []), row]);
  }
  const words = Math.max(...rows.map((row) => answerOf(row, colors).text.length));
  const widest = columns === undefined ? WIDEST_NAME : Math.min(WIDEST_NAME, columns * PART_OF_NAME);
  const names = Math.min(Math.floor(widest), Math.max(...rows.map(({ id }) => printable(id).length)));
  const roomBeside = (name: string): number =>
    columns === undefined
      ? Infinity
      : Math.max(SHORTEST_SENTENCE, columns - INDENT.length - words - Math.max(names, name.length) - 4);
  return [...files].flatMap(([path, own], index) => [
    ...(index === 0 ? [] : [""]),
    `${colors.bold(printable(own[0]?.path === undefined ? path : shownPath(path)))}  ${colors.dim(countOf(own))}`,
    ...own.flatMap((row) => {
      const { text: answer, paint } = answerOf(row, colors);
      const [line = ""] = table([
        [
          { text: answer.padEnd(words), paint },
          { text: printable(row.id).padEnd(names) },
          { text: shorten(printable(sentenceOf(row)), roomBeside(printable(row.id))), paint: colors.dim },
        ],
      ]);
      return [
        `${INDENT}${line}`,
        ...inertNotes(row, shownPath).map((text) => `${INDENT}${" ".repeat(words)}  ${colors.yellow(text)}`),
      ];
    }),
  ]);
}

function answerOf(
  row: PrintedPolicy,
  colors: Palette,
): { readonly text: string; readonly paint: (text: string) => string } {
  if (!row.enabled) return { text: "off", paint: colors.dim };
  if (isUntrusted(row)) return { text: "inert", paint: colors.yellow };
  const text = row.verdict ?? row.handler;
  const paints: Readonly<Record<string, (text: string) => string>> = {
    deny: colors.red,
    ask: colors.yellow,
    allow: colors.green,
  };
  // A silent trial answers nothing.
  if (row.observe === true) return { text: `observed ${text}`, paint: colors.dim };
  return { text, paint: paints[text] ?? colors.cyan };
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
