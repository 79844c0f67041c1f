import type { CommandFact, Facts, NetworkFact, PathFact, Sent, UnknownCode } from "@gatehouse-hooks/facts";
import type { Palette, StyleName } from "./palette.js";
import { printable } from "./printable.js";
import { type Cell, table } from "./table.js";

/** What facts have for a part that is not known. */
const HOLE = "\u{FFFD}";
/** The longest cell, in UTF-16 code units. */
const MAX_CELL = 100;

/** Facts for people: what the call may do, one line each, and a tree of what runs where. */
export function factLines(facts: Facts, colors: Palette): string[] {
  const rows: readonly (readonly Cell[])[] = [
    ...facts.reads.map((one) => pathRow(one.list ? "lists" : "reads", one, "green")),
    ...facts.writes.map((one) => pathRow(one.append ? "appends" : writeWord(one), one, "yellow")),
    ...facts.deletes.map((one) => pathRow("deletes", one, "red")),
    ...facts.network.map((one) => row(networkWord(one), networkText(one), one, "magenta")),
    ...facts.executes.map((one) =>
      row(
        "runs",
        [one.lang, `from ${one.from}`, one.path ?? "", one.text ?? ""]
          .filter((text) => text !== "")
          .join(" "),
        one,
        "red",
      ),
    ),
    ...facts.actions.map((one) =>
      row("does", one.target === null ? one.kind : `${one.kind} ${one.target}`, one, "red"),
    ),
    ...facts.env
      .filter(({ kind }) => kind === "loader")
      .map((one) => row("sets", `${one.name}=${one.value ?? "?"}`, { ...one, by: "" }, "red")),
    ...facts.unknown.map((one): readonly Cell[] => [
      { text: "unknown", styles: ["yellow"] },
      { text: shortened(one.text) },
      { text: one.code, styles: ["dim"] },
    ]),
  ];
  return [
    ...table(rows, colors),
    ...(rows.length === 0 ? [colors.dim("nothing is read, written, deleted, sent or changed")] : []),
    ...(facts.commands.length === 0
      ? []
      : ["", colors.dim("what runs what:"), ...commandTree(facts.commands, colors)]),
    "",
    ...(facts.complete
      ? [colors.green("all of it is understood")]
      : [colors.yellow("not all of it is understood"), ...unknownLines(facts, colors)]),
  ];
}

/** What each code of what was not understood means. */
const UNKNOWN: Readonly<Record<UnknownCode, string>> = {
  syntax: "it is not text that bash reads",
  "dynamic-command": "which program runs is known only when it runs",
  "dynamic-code": "which code a shell runs is known only when it runs",
  "dynamic-argument": "a path, an address or an option is known only when it runs",
  "unknown-program": "a program that is in no table",
  "unknown-option": "an option that the table of its program does not have",
  "unknown-subcommand": "a command of a program that its table does not have",
  "unknown-tool": "a tool that is in no table: its arguments are read by their names",
  "opaque-code": "code in another language, or more of it than is read",
  "opaque-file": "code in a file or a package, which is not read",
  environment: "a variable that changes which code runs",
  dialect: "text for another shell",
  unseen: "a folder on the way of a path that could not be looked at",
  limit: "more than is read",
};

function unknownLines({ unknown }: Facts, colors: Palette): readonly string[] {
  const codes = [...new Set(unknown.map(({ code }) => code))];
  return table(
    codes.map((code) => [{ text: `  ${code}`, styles: ["dim"] }, { text: UNKNOWN[code] }]),
    colors,
  );
}

interface Made {
  readonly certainty: string;
  readonly by: string;
  readonly place?: string;
}

function row(word: string, text: string, { certainty, by, place }: Made, style: StyleName): readonly Cell[] {
  const notes = [
    by,
    certainty === "exact" ? "" : certainty,
    place === undefined || place === "here" ? "" : place,
  ];
  return [
    { text: word, styles: [style] },
    { text: shortened(text) },
    { text: shortened(notes.filter((note) => note !== "").join(", ")), styles: ["dim"] },
  ];
}

function pathRow(word: string, fact: PathFact, style: StyleName): readonly Cell[] {
  return row(word, pathText(fact), fact, style);
}

function writeWord({ op }: PathFact): string {
  return op === "content" ? "writes" : op;
}

/** The shortest spelling; `/**` when everything below belongs to it. `~` may be what only contains the home folder. */
function pathText({ path, home, local, tree }: PathFact): string {
  const shown = local ?? (home === "~" ? (path ?? home) : home) ?? path ?? "?";
  return tree ? `${shown === "/" ? "" : shown}/**` : shown;
}

function networkWord({ direction }: NetworkFact): string {
  return { in: "fetches", out: "sends", both: "connects", listen: "listens" }[direction];
}

function networkText({ url, host, sends }: NetworkFact): string {
  const what = [...new Set(sends.map(sentText))];
  return [url ?? host ?? "?", ...(what.length === 0 ? [] : ["<", what.join(", ")])].join(" ");
}

function sentText(sent: Sent): string {
  return typeof sent === "string" ? sent : pathText(sent);
}

/** Commands below what runs them. */
function commandTree(commands: readonly CommandFact[], colors: Palette): string[] {
  return commands.map(({ name, program, args, via, place, certainty }) => {
    const words = [name === "" ? (program ?? "?") : name, ...args].map(word).join(" ");
    const notes = [place === "here" ? "" : place, certainty === "exact" ? "" : certainty].filter(
      (note) => note !== "",
    );
    const by = via.at(-1);
    const under = by === undefined ? "" : colors.dim(`${printable(by)} › `);
    return `${"  ".repeat(via.length)}${under}${shortened(words)}${notes.length === 0 ? "" : colors.dim(` (${notes.join(", ")})`)}`;
  });
}

function word(text: string): string {
  return text === "" || /[\s'"\\$`]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : text;
}

function shortened(text: string): string {
  const shown = printable(text.replaceAll(HOLE, "…"));
  return shown.length > MAX_CELL ? `${shown.slice(0, MAX_CELL - 1)}…` : shown;
}
