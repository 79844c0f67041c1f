import type { ActionFact, Facts, FactSpan, NetworkFact, PathFact, TableFact } from "@gatehouse-hooks/facts";
import { shorten } from "@gatehouse-hooks/json";
import type { CommandPlace } from "./command-place.js";

/** A fact for people, and the part of the command that it is about. Plain JSON. */
interface FactLine {
  readonly text: string;
  /** What makes it so, how sure it is, where it happens. */
  readonly notes: readonly string[];
  readonly span: FactSpan;
  /** Where that part is in the text of the event; absent where it is not in it. */
  readonly place?: FactSpan;
}

/** One list of facts. */
export interface FactGroup {
  readonly name: string;
  readonly lines: readonly FactLine[];
  /** How many more there are. */
  readonly more: number;
}

/** Lines of one list that are shown. */
const MOST_LINES = 30;
const MAX_LINE = 160;

/** What is at the place of something that is not known. */
const UNKNOWN = "not known";

/** The facts of a tool call, by what it does; lists without facts are left out. */
export function factGroups(facts: Facts, placeOf: CommandPlace): readonly FactGroup[] {
  const groups: readonly (readonly [string, readonly FactLine[]])[] = [
    [
      "runs",
      facts.commands.map((one) => ({
        text: [one.name === "" ? (one.program ?? UNKNOWN) : one.name, ...one.args].join(" "),
        notes: [...(one.via.length > 0 ? [`by ${one.via.join(", ")}`] : []), ...notesOf({ ...one, by: "" })],
        span: one.span,
      })),
    ],
    ["reads", facts.reads.map(pathLine)],
    ["writes", facts.writes.map(pathLine)],
    ["deletes", facts.deletes.map(pathLine)],
    ["connects", facts.network.map(networkLine)],
    [
      "executes",
      facts.executes.map((one) => ({
        text: `${one.lang} from ${one.path ?? one.from}`,
        notes: notesOf(one),
        span: one.span,
      })),
    ],
    ["actions", facts.actions.map(actionLine)],
    ["tables", (facts.tables ?? []).map(tableLine)],
    [
      "variables",
      facts.env.map(({ name, value, kind, certainty, span }) => ({
        text: `${name}=${value ?? UNKNOWN}`,
        notes: notesOf({ by: kind === "loader" ? "changes which code runs" : "", certainty, place: "here" }),
        span,
      })),
    ],
    [
      "not understood",
      facts.unknown.map(({ code, text, span }) => ({ text: `${text} (${code})`, notes: [], span })),
    ],
  ];
  return groups
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => ({
      name,
      lines: lines.slice(0, MOST_LINES).map((line) => {
        const place = placeOf(line.span);
        return { ...line, text: shorten(line.text, MAX_LINE), ...(place !== undefined && { place }) };
      }),
      more: Math.max(0, lines.length - MOST_LINES),
    }));
}

function pathLine(fact: PathFact): FactLine {
  const { path, tree, op, list, append, span } = fact;
  const how = [
    ...(tree ? ["with all below"] : []),
    ...(op === "content" ? [] : [op]),
    ...(list ? ["names only"] : []),
    ...(append ? ["appends"] : []),
  ];
  return { text: path ?? UNKNOWN, notes: [...how, ...notesOf(fact)], span };
}

const DIRECTIONS = { in: "from", out: "to", both: "to and from", listen: "listens on" } as const;

function networkLine(fact: NetworkFact): FactLine {
  const sends = fact.sends.map((one) => (typeof one === "string" ? one : (one.path ?? UNKNOWN)));
  return {
    text: `${DIRECTIONS[fact.direction]} ${fact.url ?? fact.host ?? "an unknown host"}`,
    notes: [...(sends.length > 0 ? [`sends ${sends.join(", ")}`] : []), ...notesOf(fact)],
    span: fact.span,
  };
}

function actionLine(fact: ActionFact): FactLine {
  return {
    text: fact.target === null ? fact.kind : `${fact.kind} ${fact.target}`,
    notes: notesOf(fact),
    span: fact.span,
  };
}

function notesOf({
  by,
  certainty,
  place,
}: Pick<ActionFact, "by" | "certainty" | "place">): readonly string[] {
  return [
    ...(by === "" ? [] : [by]),
    ...(certainty === "exact" ? [] : [certainty === "maybe" ? "perhaps" : "unknown"]),
    ...(place === "here" ? [] : [place]),
  ];
}

function tableLine(one: TableFact): FactLine {
  return { text: `${one.does} ${one.name}`, notes: notesOf(one), span: one.span };
}
