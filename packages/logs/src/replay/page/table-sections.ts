import type {
  AgentCounts,
  EffectCounts,
  OutcomeCounts,
  ReportedPolicy,
  SessionCounts,
  SetReport,
} from "@gatehouse-hooks/replay";
import type { PageReport } from "../page-model/page-report.js";
import { sumOf } from "./day-section.js";
import { EFFECTS } from "./effects.table.js";
import { type FilteredSection, titled } from "./group-section.js";
import { wantsPolicy, wantsSession } from "../page-model/report-filter.js";
import { counted, countText, timeText } from "../page-model/shown-number.js";
import { type Column, sortedTable } from "./sorted-table.js";
import { tag } from "./tag.js";

type Number<Row> = (row: Row) => number;

function numberColumn<Row>(title: string, of: Number<Row>): Column<Row> {
  return { title, isNumber: true, cell: (row) => countText(of(row)), by: of };
}

/** A column of zeros says nothing, and pushes others out of sight. */
function numberColumns<Row>(
  rows: readonly Row[],
  columns: readonly (readonly [title: string, of: Number<Row>])[],
): readonly Column<Row>[] {
  return columns
    .filter(([, of]) => rows.some((row) => of(row) > 0))
    .map(([title, of]) => numberColumn(title, of));
}

/** What each policy did, those that decide most first, and those that never applied. */
export function policySection(set: SetReport, id: string, title: string): FilteredSection {
  const applied = set.policies.filter(({ hits }) => hits > 0);
  const most = Math.max(1, ...applied.map(({ decided }) => decided));
  const table = sortedTable<ReportedPolicy>({
    caption: title,
    noun: "policies",
    none: "No policy passes the filters.",
    sortedBy: 2,
    columns: [
      {
        title: "Policy",
        cell: ({ policy }) => tag("span", { class: "policy" }, policy),
        by: ({ policy }) => policy,
      },
      { title: "Tier", cell: ({ tier }) => tier, by: ({ tier }) => tier },
      {
        title: "Decided",
        isNumber: true,
        cell: ({ decided }) => meter(decided, most),
        by: ({ decided }) => decided,
      },
      numberColumn("Hits", ({ hits }) => hits),
      ...numberColumns<ReportedPolicy>(applied, [
        ["Denies", ({ denies }) => denies],
        ["Asks", ({ asks }) => asks],
        ["Warnings", ({ warnings }) => warnings],
        ["Allows", ({ allows }) => allows],
        ["Rewrites", ({ rewrites }) => rewrites],
        ["Failures", ({ failures }) => failures],
        ["Questions", ({ questions }) => questions.needed],
        ["Recorded", ({ questions }) => questions.recorded],
        ["Waiting", ({ unknown }) => unknown],
      ]),
    ],
  });
  const seen = tag("p", { class: "faint", role: "status" });
  return {
    root: titled(id, title, seen, table.root, ...neverHit(set)),
    filter: (filter) => {
      const wanted = applied.filter((policy) => wantsPolicy(filter, policy));
      seen.textContent = `${countText(wanted.length)} of ${set.policies.length === 1 ? "1 policy" : `${countText(set.policies.length)} policies`}`;
      table.show(wanted);
    },
  };
}

function neverHit({ neverHit: idle, policies }: SetReport): readonly HTMLElement[] {
  if (idle.length === 0) return [];
  return [
    tag(
      "details",
      { class: "never" },
      tag(
        "summary",
        {},
        `${countText(idle.length)} of ${countText(policies.length)} never applied to an event of this log`,
      ),
      tag("ul", { class: "names" }, ...idle.map((policy) => tag("li", { class: "policy" }, policy))),
    ),
  ];
}

/** A number with a bar behind it, as long as its share of the greatest. */
function meter(count: number, most: number): HTMLElement {
  const bar = tag("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${(100 * count) / most}%`;
  return tag("span", { class: "meter" }, bar, tag("span", {}, countText(count)));
}

/** The effects but deny, which is always shown. */
function effectColumns<Row extends EffectCounts>(rows: readonly Row[]): readonly Column<Row>[] {
  const others = EFFECTS.filter(({ effect }) => effect !== "deny");
  return numberColumns<Row>(
    rows,
    others.map(({ effect }) => [effect, (row) => row[effect]]),
  );
}

/** The sessions, those with most denies first. */
export function sessionSection({ sessions, cut, report }: PageReport): FilteredSection {
  const table = sortedTable<SessionCounts>({
    caption: "Sessions",
    noun: "sessions",
    none: sessions.length === 0 ? "The log names no session." : "No session passes the filters.",
    sortedBy: 5,
    columns: [
      { title: "Session", cell: ({ session }) => tag("code", {}, session), by: ({ session }) => session },
      { title: "Agent", cell: ({ agent }) => agent ?? "–", by: ({ agent }) => agent ?? "" },
      { title: "First (UTC)", cell: ({ first }) => timeText(first), by: ({ first }) => first ?? 0 },
      { title: "Last (UTC)", cell: ({ last }) => timeText(last), by: ({ last }) => last ?? 0 },
      numberColumn("Events", sumOf),
      numberColumn("deny", ({ deny }) => deny),
      ...effectColumns(sessions),
    ],
  });
  const seen = tag("p", { class: "faint", role: "status" });
  return {
    root: titled(
      "sessions",
      "Sessions",
      ...(!cut.includes("sessions")
        ? []
        : [
            tag(
              "p",
              { class: "note" },
              `There were ${report.sessions.exact ? "" : "about "}${countText(report.sessions.count)} sessions: these were chosen as if by chance, and their numbers are complete.`,
            ),
          ]),
      seen,
      table.root,
    ),
    filter: (filter) => {
      const wanted = sessions.filter((session) => wantsSession(filter, session));
      seen.textContent = `${countText(wanted.length)} of ${counted(sessions.length, "session")}`;
      table.show(wanted);
    },
  };
}

/** The agents, and what became of their calls. */
export function agentSection({ report: { agents, outcomes } }: PageReport): HTMLElement {
  const table = sortedTable<AgentCounts>({
    caption: "Agents",
    noun: "agents",
    none: "The log names no agent.",
    sortedBy: 1,
    columns: [
      { title: "Agent", cell: ({ agent }) => (agent === "" ? "not known" : agent), by: ({ agent }) => agent },
      numberColumn("Events", sumOf),
      numberColumn("deny", ({ deny }) => deny),
      ...effectColumns(agents),
    ],
  });
  table.show(agents);
  return titled("agents", "Agents", table.root, ...outcomeList(outcomes));
}

function outcomeList({
  ran,
  failed,
  denied,
  rewritten,
  unknown,
  deniedBy,
  person,
}: OutcomeCounts): readonly HTMLElement[] {
  if (ran + failed + denied + rewritten + unknown === 0) return [];
  const rows: readonly (readonly [string, string])[] = [
    ["ran", countText(ran)],
    ["failed", countText(failed)],
    [
      "denied",
      `${countText(denied)} (by a hook ${countText(deniedBy.hook)}, by the agent ${countText(deniedBy.native)}, not said ${countText(deniedBy.unsaid)})`,
    ],
    ["rewritten", countText(rewritten)],
    ["not known", countText(unknown)],
    ["a person said yes", countText(person.allowed)],
    ["a person said no", countText(person.refused)],
  ];
  return [
    tag("h3", {}, "What became of the calls"),
    tag(
      "dl",
      { class: "outcomes" },
      ...rows.map(([name, value]) => tag("div", {}, tag("dt", {}, name), tag("dd", {}, value))),
    ),
  ];
}
