import { type Palette, printable } from "@gatehouse-hooks/console/print";
import {
  counted,
  deciderText,
  number,
  type ReplaySuggestion,
  type ReplaySuggestions,
} from "@gatehouse-hooks/logs/replay";

/** Classes of a change that people see; the JSON has all. */
const SHOWN_CLASSES = 5;

type Change = Extract<ReplaySuggestion, { readonly kind: "change" }>;

/** Suggestions for people: what is wrong, what would change it, and what the change lets through beside that. */
export function suggestionLines({ rows, problems }: ReplaySuggestions, colors: Palette): string[] {
  return [
    "",
    colors.bold("suggestions"),
    ...(rows.length === 0 ? ["none: no person had decided otherwise than the policies do"] : []),
    ...rows.flatMap((row) => [
      "",
      problemText(row),
      ...exampleOf(row).map((line) => `    ${line}`),
      ...(row.kind === "none"
        ? [`  ${colors.yellow("nothing is suggested")}: ${printable(row.why)}`]
        : changeLines(row, colors)),
    ]),
    ...(problems > rows.length
      ? ["", `${counted(problems - rows.length, "smaller group")} not looked at`]
      : []),
  ];
}

/** The same for a pull request. */
export function suggestionMarkdown({ rows, problems }: ReplaySuggestions): string[] {
  return [
    "### Suggestions",
    "",
    ...(rows.length === 0 ? ["No person had decided otherwise than the policies do.", ""] : []),
    ...rows.flatMap((row) => {
      const head = [`#### ${problemText(row)}`, ""];
      if (row.kind === "none") return [...head, `Nothing is suggested: ${printable(row.why)}.`, ""];
      const patch = patchLines(row);
      const fence = fenceFor(patch);
      return [
        ...head,
        `${fence}diff`,
        ...patch,
        fence,
        "",
        ...effectLines(row).map((line) => `- ${line}`),
        "",
      ];
    }),
    ...(problems > rows.length
      ? [`${counted(problems - rows.length, "smaller group")} not looked at.`, ""]
      : []),
  ];
}

function problemText({ problem, events, policy, tool }: ReplaySuggestion): string {
  const about = tool === null ? "" : `, ${printable(tool)}`;
  return problem === "hole"
    ? `hole: ${number(events)} × a person refused it, no policy stops it${about}`
    : `false alarm: ${number(events)} × a person allowed it, \`${printable(policy ?? "")}\` stops it${about}`;
}

function exampleOf({ example }: ReplaySuggestion): string[] {
  if (example === null) return [];
  const { place, call, event } = example;
  return [`${printable(place.path)}:${place.line}  ${printable(call === "" ? event : call)}`];
}

function changeLines(row: Change, colors: Palette): string[] {
  return [
    `  ${row.problem === "hole" ? "a policy asks" : "an exception"} where ${printable(row.clause)}`,
    ...effectLines(row).map((line) => `  ${line}`),
    ...patchLines(row).map((line) =>
      line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line,
    ),
  ];
}

function effectLines({ events, tests, classes, unclear }: Change): string[] {
  const shown = classes.slice(0, SHOWN_CLASSES);
  return [
    `checked: ${counted(events, "event")} of the log ${events === 1 ? "changes" : "change"}, no other; ${counted(tests, "test")} more`,
    ...shown.map(
      ({ from, to, loosens, witness }) =>
        `by the analysis, ${loosens ? "looser" : "stricter"}: ${deciderText(from)} → ${deciderText(to)}, for example ${printable(JSON.stringify(witness))}`,
    ),
    ...(classes.length > shown.length
      ? [`… and ${counted(classes.length - shown.length, "class", "classes")} more`]
      : []),
    ...unclear.map((policy) => `not known what else changes about \`${printable(policy)}\``),
  ];
}

function patchLines({ patch }: Change): string[] {
  return patch.trimEnd().split("\n").map(printable);
}

/** Longer than what the lines hold: none of them ends it. */
function fenceFor(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)),
  );
  return "`".repeat(longest + 1);
}
