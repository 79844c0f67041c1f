import {
  type ExampleGroup,
  latencyAbove,
  latencyQuantile,
  type ReplayPart,
  type ReplayReport,
} from "@gatehouse-hooks/replay";
import type { CutList, LeftOut, PageLatency, PageReport, ReportSource } from "./page-model/page-report.js";

/** Groups of a list that the page has. Each has examples of up to a thousand characters. */
const MOST_GROUPS = 1_000;
/** Examples of a group that the page has. */
const MOST_EXAMPLES = 10;

/** What a page is made of. */
interface PageInput {
  readonly part: ReplayPart;
  /** What `reportOf` says of it. */
  readonly report: ReplayReport;
  readonly source: ReportSource;
  /** Why the log was not read to its end; `null`: it was. */
  readonly stopped: string | null;
}

/** The report as the page has it: the groups of most events, and all sessions. Its texts are those of the part, without secrets. */
export function pageReportOf({ part, report, source, stopped }: PageInput): PageReport {
  const { flips, stops, contrasts, live } = report;
  const keptFlips = largest(flips?.groups ?? []);
  const keptStops = largest(stops);
  const keptContrasts = largest(contrasts);
  const keptLive = largest(live.groups);
  return {
    v: 1,
    source,
    stopped,
    report: {
      ...report,
      flips: flips === null ? null : { ...flips, groups: keptFlips.kept },
      stops: keptStops.kept,
      contrasts: keptContrasts.kept,
      live: { ...live, groups: keptLive.kept },
      // All of them are beside the report.
      sessions: { ...report.sessions, rows: [] },
    },
    sessions: part.sessions.rows,
    left: {
      flips: keptFlips.left,
      stops: keptStops.left,
      contrasts: keptContrasts.left,
      live: keptLive.left,
    },
    cut: cutLists(part),
    latency: pageLatency(part.live.latency),
  };
}

function cutLists({ flips, stops, contrasts, live, days, agents, sessions }: ReplayPart): readonly CutList[] {
  const lists = { flips: flips?.groups, stops, contrasts, live: live.groups, days, agents, sessions };
  return (Object.keys(lists) as CutList[]).filter((name) => lists[name]?.complete === false);
}

/** The groups of most events, and what was left out. */
function largest<Group extends ExampleGroup>(
  groups: readonly Group[],
): { readonly kept: readonly Group[]; readonly left: LeftOut } {
  const sorted = groups.toSorted((one, other) => other.events - one.events);
  const left = sorted.slice(MOST_GROUPS);
  return {
    kept: sorted
      .slice(0, MOST_GROUPS)
      .map((group) => ({ ...group, examples: group.examples.slice(0, MOST_EXAMPLES) })),
    left: { groups: left.length, events: left.reduce((sum, { events }) => sum + events, 0) },
  };
}

/** The histogram of a part as bars, from the first bucket to the last that is not empty; `null` without any decision. */
function pageLatency(latency: readonly number[]): PageLatency | null {
  const first = latency.findIndex((count) => count > 0);
  const median = latencyQuantile(latency, 0.5);
  const p99 = latencyQuantile(latency, 0.99);
  if (first === -1 || median === null || p99 === null) return null;
  return {
    bars: latency.slice(first).map((count, index) => ({ below: latencyAbove(first + index), count })),
    median,
    p99,
  };
}
